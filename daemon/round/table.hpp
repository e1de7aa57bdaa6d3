#pragma once
// One table of the round: numbers what its board reports as inputs of one game after another. No I/O, clock
// or thread. Errors are one sentence.

#include "daemon/drivers/news.hpp"
#include "daemon/round/clock_watch.hpp"
#include "daemon/round/live_board.hpp"
#include "daemon/round/seating.hpp"
#include "daemon/round/square_notice.hpp"
#include "daemon/round/standing_board.hpp"
#include "daemon/round/table_game.hpp"
#include "daemon/round/unarmed_play.hpp"

namespace adoube::round {

/// 16 hexadecimal digits.
std::string board_name(std::uint64_t board_id);

using drivers::Progress;

/// Who gives a command, and of which game, by its id; both empty if unknown.
struct Saying {
    std::string_view by{}, game{};
};

class Table {
  public:
    /// Starts of boards with known progress; the journal refuses duplicates from older ones.
    static constexpr std::size_t most_boots = 64;

    explicit Table(TableSetup setup);
    Table(Table&&) = default;

    // --- what was: call before anything else ---

    /// Instead of the first game of the configuration, which has not begun.
    void recall_instead(std::string game_id, record::Header header);
    /// A game armed after the last known one; `restore` tells whether it has begun.
    void recall_armed(std::string game_id, record::Header header);
    /// The current game or a coming one.
    bool knows(const std::string& game_id) const;
    std::vector<TableSetup> known() const;
    std::vector<std::string> known_ids() const;
    /// Replays a game; call in the order in which the games began. `hall_ms`: now, in publication time;
    /// `shown`: how far the public saw it. The error names the input.
    std::expected<void, std::string> restore(const record::GameEntry& game,
                                             const std::vector<record::Entry>& inputs, HallMs hall_ms,
                                             const record::Shown& shown);

    /// Before `restore`: an earlier game that only tells its board's progress.
    void recall_board(const std::vector<record::Entry>& inputs);

    /// Unreadable. Unless another game follows, `id` begins with what the board shows next; returns the
    /// record that arms it.
    std::optional<journal::Record> set_aside(const std::string& damaged_id, std::string id, UtcMs utc_ms);

    /// After `restore`. On error the game continues unsigned.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> checkpoints,
                                            std::span<const record::Entry> inputs) {
        return game().recall(checkpoints, inputs);
    }

    /// As arbiters call it from now on.
    int number() const { return number_; }
    bool has_electronics() const { return setup_.electronics; }
    /// Of the first game, in the configuration.
    const std::string& seat_id() const { return seat_id_; }
    const TableGame& game() const { return games_.back(); }
    const std::string& game_id() const { return setup_.game_id; }
    bool runs() const { return games_.back().runs(); }
    /// Begun, and without a result: it keeps the board that it is played on, on whatever port that is.
    bool in_progress() const { return game().opened() && !game().is_untouched() && !game().over(); }
    /// The board last here.
    std::optional<std::uint64_t> board_id() const;
    /// The board that the current game is played on; empty: none has told anything of it.
    std::optional<std::uint64_t> played_on() const { return played_on_; }
    /// When it came, or last told something that is in the journal.
    UtcMs board_came_utc_ms() const { return board_came_utc_ms_; }
    /// Empty: no event of this start belongs to this table.
    std::optional<Progress> progress(std::uint64_t board_id, std::uint32_t boot_id) const;

    /// The host's UTC clock was set; no time passed at the boards.
    void shift_utc(std::int64_t by_ms);
    /// A board has connected; from now on it reports to this table. `known`: empty for an unknown start,
    /// whose forgotten events are missing.
    void arrive(const drivers::Arrived& arrived, std::optional<Progress> known, UtcMs utc_ms);
    /// The connected board knows less of its pieces than the game's record holds: the record has gaps where
    /// it tells of its squares.
    bool tells_too_little() const;
    /// To make durable in this order before anything follows from it.
    std::vector<journal::Record> records_of(const drivers::News& news, UtcMs utc_ms);

    using Records = std::expected<std::vector<journal::Record>, std::string>;
    /// A result, a move or a position opens a game that its board has told nothing of. Once the last game has
    /// its result, it begins the armed one, unless `game` names the last one: no other command changes a
    /// finished game that is not named.
    Records say(record::What what, UtcMs utc_ms, const Saying& saying = {});
    Records say_moves(const std::string& moves, UtcMs utc_ms, const Saying& saying = {});
    /// The error: on which game the command must be said, or that there is no such game here.
    std::expected<void, std::string> may_change_time(std::string_view game) const;
    /// The game begins once the current one is over and the start position rests on the board; until then
    /// everything belongs to the current one. Replaces a game armed before, or one that has no record yet.
    /// Without electronics it takes its place at once.
    /// `moved`: it was to be played at another table.
    std::expected<journal::Record, std::string> arm(std::string game_id, record::Header header, UtcMs utc_ms,
                                                    bool moved = false);
    /// Once the last `arm` is durable: the game that waits for its first input, to be shown after all states
    /// of games that have begun. One that was moved is shown no earlier than what takes its former place.
    std::optional<PublicState> take_pairing(HallMs hall_ms);

    Sitting sitting() const;
    /// Whose time the chess clock shows on its left, where its lever gives the presses.
    std::optional<chess::Side> left_at_clock() const { return left_at_clock_; }
    /// The game that begins next, if one is armed.
    const TableSetup* armed() const { return armed_.empty() ? nullptr : &armed_.front(); }
    /// Of the same game, as armed or configured.
    const record::Header& set_up() const { return armed_.empty() ? setup_.header : armed_.front().header; }
    int configured_number() const { return configured_number_; }
    /// Another number, for what is said from now on; the games' tags must tell it, too.
    void renumber(int number) { number_ = number; }
    /// Without electronics: an armed game takes its place once the one before it is over.
    bool take_armed_place();

    /// After `arm`: begins at once if the start position stands or was played from, so that the next command
    /// applies to it.
    std::vector<journal::Record> begin_armed_now(UtcMs utc_ms);
    /// In part or in whole; it begins with what was played.
    bool armed_was_played() const { return armed_play().has_value(); }

    /// The oldest pending input is durable and takes effect, or was refused for good and does not count.
    /// `slow`: it took long.
    void confirm(bool refused, bool slow = false);
    /// Of the last confirmed input, if a command; once.
    std::optional<umpire::ForArbiter> take_outcome() { return std::exchange(outcome_, std::nullopt); }

    void let_time_pass(UtcMs utc_ms);
    /// For a connected board, which knows the game's time.
    void date(Publication& publication) const {
        if (game().opened())
            publication.date(game_id(), game().start_ms(),
                             runs_on_ ? std::optional(game().since_ms()) : std::nullopt);
    }
    /// New states, of each game in order.
    std::vector<PublicState> take_public();
    std::optional<journal::Record> close(UtcMs utc_ms) { return games_.back().close(utc_ms); }
    /// Call after a look.
    std::vector<journal::Record> checkpoints(const tlog::SigningKey& key, UtcMs utc_ms);
    /// New incidents and proposals.
    std::vector<umpire::ForArbiter> news_for_arbiters();
    /// Call once their effects are reported.
    void forget_past_games();
    /// Call several times a second; returns a new notice on the squares outside a running game.
    std::optional<umpire::ForArbiter> look_at_squares(SteadyUs steady_us);
    /// Call several times a second. What is new of the chess clock.
    /// `unheard_ms`: for how long the daemon, kept from its work, has heard nobody; or 0.
    std::vector<Complaint> look_at_clock(UtcMs utc_ms, std::int64_t unheard_ms);
    /// Not connected, as far as a table knows.
    LiveBoard live_board() const;
    /// The current notice, or empty.
    const umpire::ForArbiter& notice() const { return notice_.text(); }

  private:
    struct Boot {
        std::uint64_t board_id;
        std::uint32_t boot_id;
        std::optional<Progress> progress; // empty: only snapshots so far
    };

    TableGame& game() { return games_.back(); }
    chess::Position next_start() const;
    LiveSquares squares_now() const;
    void watch_clock(const record::Header& header);
    /// Why no times are kept though there is a time control; empty if they are, or nothing is known yet.
    std::string why_no_clock(UtcMs utc_ms) const;
    /// Until a hand or a clock that comes tells whether the game's record is one with a lever.
    bool opens_later() const { return lever_may_come_ && !setup_.clock_lever && !game().opened(); }
    /// True for what only changes the squares until then.
    bool is_before_opening(const drivers::News& news);
    void lever_came(std::vector<journal::Record>& records, UtcMs utc_ms);
    /// Of a game just opened: as after a gap, moves made before its board came are worked out.
    void miss_earlier_moves();
    void watch_lever(wire::Lever lever, BoardUs board_us);
    std::optional<record::ClockReading> reading_of(const drivers::ClockTold& told);
    std::optional<record::ClockReading> reading_before(const drivers::ClockTold& told, GameMs t_ms);
    void take_at(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// Appends an input after any owed gap or board change.
    void put(std::vector<journal::Record>& records, record::What what, BoardUs board_us,
             std::optional<std::uint32_t> seq, UtcMs utc_ms);
    std::string not_of_next(const TableGame& of) const;
    bool played_unarmed();
    void look_at_armed(SteadyUs steady_us);
    /// Of a board whose game is opened by the first touch.
    void look_before_opening(SteadyUs steady_us);
    umpire::ForArbiter earlier_moves() const;
    record::What as_recorded(record::What what) const;
    void see(const record::What& what, BoardUs board_us, bool may_be_over);
    /// With what the connected board tells.
    record::Header header_of(record::Header header, const StandingBoard& board) const;
    void open(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// Begins the armed game if its start position rests at `board_us`.
    void begin_armed(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// As played before it was armed.
    std::optional<UnarmedPlay::Game> armed_play() const;
    void begin_next(std::vector<journal::Record>& records, const StandingBoard& board, BoardUs begin_us,
                    UtcMs utc_ms);
    void set_up_next();
    void play_next();
    /// Earlier games are passed over. `game_id` is one of `known`.
    void recall_until(const std::string& game_id);
    TableSetup setup_of_next(std::string game_id, record::Header header) const;
    record::Sensing sensing_now() const;
    Boot& boot(std::uint64_t board_id, std::uint32_t boot_id);
    bool is_of_last_start(const record::Origin& origin) const;
    /// A new start restarts the clock.
    void forget_board(record::Sensing sensing);
    std::expected<void, std::string> replay(const record::Entry& entry, const record::Entry* told_next);
    void recall_origin(const record::Entry& entry);

    bool awaits_armed() const { return !armed_.empty() && game().opened() && game().will_be_over(); }
    enum class Meant : std::uint8_t { current, armed };
    enum class Does : std::uint8_t { begins_a_game, fits_either, tells_of_last, changes };
    std::expected<Meant, std::string> meant(Does does, std::string_view named) const;
    Records correct(const record::SetTags& set, Meant meant, UtcMs utc_ms, std::string_view by);
    template<class Say>
    Records said(Meant meant, UtcMs utc_ms, const Say& say);
    TableGame opened_by_word(std::vector<journal::Record>& records, const TableSetup& setup,
                             UtcMs utc_ms) const;
    void tell_squares(std::vector<journal::Record>& records, TableGame& of, const StandingBoard& board,
                      BoardUs board_us, UtcMs utc_ms) const;
    void replace_unopened(TableSetup setup);

    TableSetup setup_; // of the current game
    std::string seat_id_;
    int number_, configured_number_;
    std::string after_; // what the current game was armed after; empty: instead of the first
    /// Of the last `arm`, if it is to be shown.
    struct NewPairing {
        bool moved = false;
    };
    std::optional<NewPairing> new_pairing_;
    std::list<TableSetup> armed_; // next first; several only during restore
    bool runs_on_ = false;        // no power loss since the last input in the journal
    std::list<TableGame> games_;  // current last; earlier ones wait for the journal
    ClockWatch clock_watch_;
    std::optional<chess::Side> left_at_clock_;
    StandingBoard board_;
    UnarmedPlay unarmed_;
    std::pair<std::size_t, bool> looked_at_unarmed_{}; // cache: inputs, and whether they hold a game
    SquareNotice notice_;
    std::vector<Boot> boots_; // current or latest last
    std::int64_t set_on_ms_ = 0;
    wire::Hello hello_;
    bool came_ = false; // a board, since the daemon's start
    bool lever_may_come_ = false;
    std::string told_no_clock_; // as told last
    std::int64_t scan_ms_ = 0;  // of the board, as in the record's header
    UtcMs hello_utc_ms_{}, board_came_utc_ms_{};
    BoardUs heard_us_{}; // board clock at its last report
    std::optional<umpire::ForArbiter> outcome_;
    std::optional<std::uint64_t> played_on_;
    bool first_look_ = false;             // at the squares of another board, or start of it
    bool missed_earlier_ = false;         // the game was opened as after a gap
    std::optional<record::Gap> gap_owed_; // inputs may be missing before the next
    bool board_change_owed_ = false;
    bool missed_after_end_ = false; // since the current game is over, what was done was not all seen
};

} // namespace adoube::round
