#pragma once
// One table of the round: what its board tells becomes the numbered inputs of its game, then, once they are
// durable, the game. No I/O, no clock, no thread; the host's UTC time is given in milliseconds.

#include "daemon/board/session.hpp"
#include "daemon/journal/record.hpp"
#include "daemon/round/board_time.hpp"
#include "daemon/round/public_view.hpp"
#include "daemon/umpire/umpire.hpp"

#include <deque>

namespace adoube::round {

/// What the organiser knows of a table before its board is there.
struct TableSetup {
    int number = 1;
    /// Names the game for ever: a daemon that starts again goes on with the game of this name.
    std::string game_id;
    /// Its sensing, lever and start time are those of the board, as it says hello.
    umpire::Header header;
    std::optional<umpire::Sensing> sensing; // no more than this is used of what the board senses
    std::optional<bool> clock_lever;        // whatever the board says of itself
};

/// A public game, and when it was so.
struct TimedGame {
    std::int64_t utc_ms = 0;
    broadcast::PublicGame game;
};

/// A board's id as people see it: 16 hexadecimal digits.
std::string board_name(std::uint64_t board_id);

/// How far the events of one start of a board have come: those before `durable_seq` are on the disk, those
/// before `next_seq` on their way there.
struct Progress {
    std::uint32_t durable_seq = 0, next_seq = 0;
};

class Table {
  public:
    explicit Table(TableSetup setup);

    /// Plays the journal's inputs again; call before anything else. Returns every state that was public since
    /// `history_from_utc_ms`, and the one before. The error is one sentence that names the input.
    std::expected<std::vector<TimedGame>, std::string> restore(const journal::GameEntry& game,
                                                               const std::vector<journal::Entry>& inputs,
                                                               std::int64_t history_from_utc_ms);

    int number() const { return setup_.number; }
    const std::string& game_id() const { return setup_.game_id; }
    /// True once hands have been at this game: from then on its board is the one that it is played on.
    bool begun() const { return begun_; }
    /// True while time alone can change the game.
    bool runs() const { return opened_ && (!closed_ || view_.game().result == chess::Result::open); }
    /// The board that the game was last played on.
    std::optional<std::uint64_t> board_id() const;
    /// Empty where no event of this start of the board belongs to this game.
    std::optional<Progress> progress(std::uint64_t board_id, std::uint32_t boot_id) const;

    /// A board is here, and its events have come so far. What it tells from now on is of this table.
    void arrive(const wire::Hello& hello, Progress progress, std::int64_t utc_ms);
    /// What is to be made durable, in this order, before anything follows from it.
    std::vector<journal::Record> take(const board::News& news, std::int64_t utc_ms);

    /// The oldest input taken and not yet confirmed is durable, and is decided upon; or it was refused for
    /// good, and counts for nothing.
    void confirm(bool refused);

    /// The public game if it has changed since the last look.
    std::optional<broadcast::PublicGame> look(std::int64_t utc_ms);
    /// Once, when the result has stood for long enough: the record that closes the game. A result that rests
    /// on what stands on the board may go again with the next input.
    std::optional<journal::Record> close(std::int64_t utc_ms);
    /// Incidents raised since the last call. For arbiters only.
    std::span<const umpire::Incident> new_incidents();

    const umpire::Header& header() const { return umpire_.header(); }

  private:
    struct Boot {
        std::uint64_t board_id;
        std::uint32_t boot_id;
        std::optional<Progress> progress; // empty: it has told snapshots only
    };
    struct Pending {
        umpire::Input input;
        std::optional<journal::Origin> origin;
    };

    std::vector<journal::Record> open(std::uint64_t board_us, std::int64_t utc_ms);
    /// Appends an input that the board told at `board_us`, and before it what is owed.
    void put(std::vector<journal::Record>& records, umpire::What what, std::uint64_t board_us,
             std::optional<std::uint32_t> seq, std::int64_t utc_ms);
    void append(std::vector<journal::Record>& records, umpire::Input input,
                std::optional<journal::Origin> origin, std::int64_t utc_ms);
    void note(const umpire::What& what);
    Boot& boot(std::uint64_t board_id, std::uint32_t boot_id);
    std::expected<void, std::string> reopen(const journal::GameEntry& game);
    std::expected<void, std::string> replay(const journal::Entry& entry);
    void begin(const umpire::Header& header);
    umpire::ClockReading clock_at_start(bool running) const;
    /// It is `t_ms` at the board while it is `utc_ms` at the host.
    void meet(std::int64_t t_ms, std::int64_t utc_ms);
    std::int64_t now_ms(std::int64_t utc_ms) const;
    /// No later than the first input that is not decided upon yet: until then the board may not have stood
    /// still.
    std::int64_t decided_ms(std::int64_t utc_ms) const;

    TableSetup setup_;
    umpire::Umpire umpire_;
    PublicView view_;
    BoardTime time_;
    std::vector<Boot> boots_; // the last is the one that is followed, or was
    std::deque<Pending> pending_;
    wire::Hello hello_;
    /// One moment, in the time of the game and of the host.
    struct {
        std::int64_t t_ms = 0, utc_ms = 0;
    } sync_;
    bool opened_ = false, begun_ = false, clock_started_ = false, closed_ = false;
    bool gap_owed_ = false;          // the board was off: inputs may be missing before its next
    bool board_change_owed_ = false; // it is another board
    std::size_t incidents_told_ = 0;
    std::optional<std::int64_t> result_since_utc_ms_;
};

} // namespace adoube::round
