#pragma once
// The hall's computer: the daemon's round and journal, a disk that is slow, full or loses unsynced data, a
// stick with a copy, and a wall clock that is set. It is killed, loses power and starts again.

#include "daemon/journal/file/store.hpp"
#include "daemon/round/round.hpp"
#include "tests/hall/cable.hpp"
#include "tests/hall/stick.hpp"
#include "tests/unit/journal/faulty_disk.hpp"

#include <deque>
#include <memory>
#include <set>

namespace adoube::hall {

/// Sees what the computer does and sends.
struct Witness {
    std::function<void(std::size_t port, const Bytes&)> sends;
    /// Stays on the disk from now on.
    std::function<void(const journal::Record&)> durable;
    std::function<void(const broadcast::PublicGame&)> shown;
    std::function<void(const round::Note&)> noted;
    /// A daemon has opened its journal and shown nothing yet.
    std::function<void()> begins;
    /// After every action.
    std::function<void()> looks;
};

class Machine {
  public:
    Machine(Agenda& agenda, std::uint64_t seed, std::vector<round::Round::Seat> seats,
            std::optional<tlog::SigningKey> key, std::int64_t delay_ms, bool with_stick, Witness witness);
    ~Machine();
    /// One per seat.
    void connect(std::vector<Cable*> cables) { cables_ = std::move(cables); }

    void start();
    void kill(std::uint64_t seed);
    void lose_power(std::uint64_t seed);
    /// In order, with the stick removed. No record may be waiting.
    void stop();
    void bring_copy_up_to_date();
    /// From now on the disk drops what it confirms, except the journal's mark.
    void let_disk_lie();
    /// While down: cuts, changes or removes the journal's log.
    void damage_log(std::uint64_t seed);
    /// After a stop: changes one letter.
    void damage_line(const std::string& line, std::uint64_t seed);
    /// Returns what a damaged journal has lost; fails if it cannot be read.
    std::expected<journal::ComparedWithMark, std::string> open_journal();
    bool up() const { return round_ != nullptr; }
    void set_wall_clock(std::int64_t by_ms) { utc_ahead_ms_ += by_ms; }
    /// Transactions take from a tenth of `longest` to 1.1 times as long.
    void set_disk(Us longest) { longest_sync_ = longest; }
    void set_disk_full(bool full);
    /// Once there is room for a new one.
    void delete_journal() { delete_journal_ = true; }

    /// While up.
    const round::Round& round() const { return *round_; }
    round::HostTime time() const;
    /// On the clock of the public games.
    UtcMs hall_ms() const;
    bool all_durable() const { return waiting_.empty() && writing_.empty(); }
    /// While up.
    journal::Reader& journal() { return store_->reader(); }
    bool mark_is_behind() const { return store_->mark_is_behind(); }
    /// What this start found missing; empty if it failed.
    const std::optional<std::vector<journal::Lost>>& lost() const { return lost_; }

    void opened(std::size_t port);
    void received(std::size_t port, const Bytes& bytes);
    void closed(std::size_t port);

    /// Empty on success; else the refusal, or that the computer died.
    using Answered = std::function<void(const std::string& error)>;
    void say(int board, const std::string& game, record::What what, Answered answered);
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
    std::vector<journal::Record> writing_;
    std::vector<journal::Record> in_doubt_;            // under way when the computer died
    std::map<std::string, std::size_t> inputs_before_; // of in_doubt_'s games
    std::uint64_t confirmed_ = 0;
    std::vector<Word> words_, words_in_doubt_; // not durable yet
};

} // namespace adoube::hall
