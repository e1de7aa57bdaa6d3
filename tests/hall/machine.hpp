#pragma once
// The computer of the hall: the daemon's round and its journal, on a disk that is slow, full or loses what
// was not synced, with a copy of it on a stick, and with a wall clock that is set. It is killed, loses its
// power, and starts again.

#include "daemon/journal/file/store.hpp"
#include "daemon/round/round.hpp"
#include "tests/hall/cable.hpp"
#include "tests/hall/stick.hpp"
#include "tests/unit/journal/faulty_disk.hpp"

#include <deque>
#include <memory>
#include <set>

namespace adoube::hall {

/// Whoever looks at the computer from outside, and at what it sends.
struct Witness {
    /// To the board at this port, as the daemon hands it to the system.
    std::function<void(std::size_t port, const Bytes&)> sends;
    /// These are on the disk, and stay there.
    std::function<void(const journal::Record&)> durable;
    std::function<void(const broadcast::PublicGame&)> shown;
    std::function<void(const round::Note&)> noted;
    /// A life of the daemon begins: its journal is open, and nothing is shown yet.
    std::function<void()> begins;
    /// Something was done.
    std::function<void()> looks;
};

class Machine {
  public:
    Machine(Agenda& agenda, std::uint64_t seed, std::vector<round::Round::Seat> seats,
            std::optional<tlog::SigningKey> key, std::int64_t delay_ms, bool with_stick, Witness witness);
    ~Machine();
    /// One for each seat.
    void connect(std::vector<Cable*> cables) { cables_ = std::move(cables); }

    void start();
    void kill(std::uint64_t seed);
    void lose_power(std::uint64_t seed);
    /// It is told to end, and ends in order; its stick is taken away. Nothing may be on its way to the
    /// journal.
    void stop();
    /// All that the journal holds comes to the stick, where there is one.
    void bring_copy_up_to_date();
    /// From now on its disk says that it keeps what it does not keep, but for the mark beside the journal.
    void let_disk_lie();
    /// While it is down: of the journal's log a part is cut off or changed, or all of it is gone.
    void damage_log(std::uint64_t seed);
    /// After a stop: one letter of this line is another one.
    void damage_line(const std::string& line, std::uint64_t seed);
    /// A start as far as the journal: what a damaged one has lost. The error is one sentence: it cannot be
    /// read.
    std::expected<journal::ComparedWithMark, std::string> open_journal();
    bool up() const { return round_ != nullptr; }
    void set_wall_clock(std::int64_t by_ms) { utc_ahead_ms_ += by_ms; }
    /// A transaction takes so long at most, and a tenth at least.
    void set_disk(Us longest) { longest_sync_ = longest; }
    void set_disk_full(bool full);
    /// Somebody deletes the file of the journal, when there is room for another.
    void delete_journal() { delete_journal_ = true; }

    /// While it is up.
    const round::Round& round() const { return *round_; }
    round::HostTime time() const;
    /// By the clock by which those of the public games are right.
    UtcMs hall_ms() const;
    bool all_durable() const { return waiting_.empty() && writing_.empty(); }
    /// The journal, to look at; while it is up.
    journal::Reader& journal() { return store_->reader(); }
    bool mark_is_behind() const { return store_->mark_is_behind(); }
    /// What the journal was known to have held at this start, and held no more; empty where it did not start.
    const std::optional<std::vector<journal::Lost>>& lost() const { return lost_; }

    void opened(std::size_t port);
    void received(std::size_t port, const Bytes& bytes);
    void closed(std::size_t port);

    /// Empty where it counts; else why it does not, or that the computer died before that was known.
    using Answered = std::function<void(const std::string& error)>;
    void say(int board, record::What what, Answered answered);
    void arm(int board, const std::string& game_id, record::Header header, Answered answered);

  private:
    struct Word {
        std::uint64_t record;
        Answered answered;
    };

    void fail_to_start();
    void tick();
    void carry_out();
    void write_soon();
    void write();
    std::expected<std::vector<std::size_t>, std::string> write_now();
    std::expected<std::vector<std::size_t>, std::string> write_beside_copy();
    void keep_journal_in_place();
    void die(tests::FaultyDisk::End end, std::uint64_t seed);
    void settle_doubt();
    std::size_t inputs_of(const std::string& game_id);
    void answer(const std::expected<std::uint64_t, std::string>& said, Answered answered);
    void reopen(std::size_t port, Us pause);

    Agenda& agenda_;
    std::mt19937_64 random_;
    const std::vector<round::Round::Seat> seats_;
    const std::optional<tlog::SigningKey> key_;
    const std::int64_t delay_ms_;
    const Witness witness_;
    std::vector<Cable*> cables_;
    tests::FaultyDisk disk_;
    bool disk_is_full_ = false, delete_journal_ = false;
    std::optional<Stick> stick_;
    Us copy_due_ = 0;
    std::optional<journal::Store> store_;
    std::optional<std::vector<journal::Lost>> lost_;
    std::unique_ptr<round::Round> round_;
    std::uint64_t life_ = 0;
    Us booted_ = 0;
    std::int64_t utc_ahead_ms_ = 1'800'000'000'000, hall_ahead_ms_ = 0;
    Us longest_sync_ = 3 * ms;
    std::deque<journal::Record> waiting_;
    std::vector<journal::Record> writing_;             // a transaction is under way
    std::vector<journal::Record> in_doubt_;            // whether it came to the disk before the computer died
    std::map<std::string, std::size_t> inputs_before_; // of the games of which it speaks
    std::uint64_t confirmed_ = 0;
    std::vector<Word> words_, words_in_doubt_; // not durable yet
};

} // namespace adoube::hall
