#pragma once
// One table of the round: what its board tells becomes the numbered inputs of the game that is played there,
// one game after another. No I/O, no clock, no thread; the host's UTC time is given in milliseconds.

#include "daemon/drivers/news.hpp"
#include "daemon/round/square_notice.hpp"
#include "daemon/round/standing_board.hpp"
#include "daemon/round/table_game.hpp"
#include "daemon/round/unarmed_play.hpp"

namespace adoube::round {

/// A board's id as people see it: 16 hexadecimal digits.
std::string board_name(std::uint64_t board_id);

using drivers::Progress;

class Table {
  public:
    /// Starts of boards of which it is known how far their events have come. Of one that is forgotten the
    /// journal refuses what it has already.
    static constexpr std::size_t most_boots = 64;

    explicit Table(TableSetup setup);
    Table(Table&&) = default;

    // --- what was: call before anything else ---

    /// After the last game that is known here another was armed. Whether it has begun `restore` will tell.
    void recall_armed(std::string game_id, record::Header header);
    /// Of the game now played, and of those to come.
    bool knows(const std::string& game_id) const;
    std::vector<TableSetup> known() const;
    /// Plays the journal's inputs again, of each game in the order in which they were begun; it is `hall_ms`
    /// by the clock of the publication. `shown`: how far the public saw it. The error is one sentence that
    /// names the input.
    std::expected<void, std::string> restore(const record::GameEntry& game,
                                             const std::vector<record::Entry>& inputs, HallMs hall_ms,
                                             const record::Shown& shown);

    /// Before that: of a game that came before those that are restored, which has nothing to say any more,
    /// how far it brought its board.
    void recall_board(const record::GameEntry& game, const std::vector<record::Entry>& inputs);

    /// The game of this id cannot be read. Where none follows it, one of `id` begins with what the board
    /// shows next: it is to be made durable that it does.
    std::optional<journal::Record> set_aside(const std::string& damaged_id, std::string id, UtcMs utc_ms);

    /// After `restore`: what was signed of that game. The error is one sentence; the game goes on, unsigned.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> checkpoints,
                                            std::span<const record::Entry> inputs) {
        return game().recall(checkpoints, inputs);
    }

    int number() const { return setup_.number; }
    /// The game now played.
    const TableGame& game() const { return games_.back(); }
    const std::string& game_id() const { return setup_.game_id; }
    /// True once hands have been at this table: from then on its board is the one that it plays on.
    bool begun() const { return begun_; }
    bool runs() const { return games_.back().runs(); }
    /// The board that was last played on.
    std::optional<std::uint64_t> board_id() const;
    /// Empty where no event of this start of the board belongs to this table.
    std::optional<Progress> progress(std::uint64_t board_id, std::uint32_t boot_id) const;

    /// The host's UTC clock was set on by so much: no time has passed at the boards.
    void shift_utc(std::int64_t by_ms);
    /// A board is here, and its events have come so far; of a start whose events are not known, those that it
    /// has forgotten are missing. What it tells from now on is of this table.
    void arrive(const wire::Hello& hello, std::optional<Progress> known, UtcMs utc_ms);
    /// What is to be made durable, in this order, before anything follows from it.
    std::vector<journal::Record> records_of(const drivers::News& news, UtcMs utc_ms);

    /// An arbiter's word on the game now played; `by`: who says it, if that is known. The error is one
    /// sentence.
    std::expected<journal::Record, std::string> say(record::What what, UtcMs utc_ms,
                                                    std::string_view by = {});
    /// After a game that is over another is to begin, as soon as the start position has come to rest on the
    /// board; until then all that is done on it belongs to the last. Whoever arms again changes his
    /// mind. The error is one sentence.
    std::expected<journal::Record, std::string> arm(std::string game_id, record::Header header, UtcMs utc_ms);

    /// After `arm`: where its start position stands, or it was played already, it begins at once, so that
    /// what is said next is said of it.
    std::vector<journal::Record> begin_armed_now(UtcMs utc_ms);
    /// The game that is armed has been played already, in part or whole: it begins with that.
    bool armed_was_played() const { return armed_play().has_value(); }

    /// The oldest input taken and not yet confirmed is durable, and is decided upon; or it was refused for
    /// good, and counts for nothing. `slow`: that took long.
    void confirm(bool refused, bool slow = false);
    /// What the input confirmed last has done, where an arbiter said it; once.
    std::optional<umpire::ForArbiter> take_outcome() { return std::exchange(outcome_, std::nullopt); }

    void let_time_pass(UtcMs utc_ms);
    /// Its board is there: it knows what time it is in the game.
    void date(Publication& publication) const {
        if (game().opened())
            publication.date(game_id(), game().start_ms(),
                             runs_on_ ? std::optional(game().since_ms()) : std::nullopt);
    }
    /// What has become public since the last call, of each game in order.
    std::vector<PublicState> take_public();
    std::optional<journal::Record> close(UtcMs utc_ms) { return games_.back().close(utc_ms); }
    /// After a look: what is to be signed of each game.
    std::vector<journal::Record> checkpoints(const tlog::SigningKey& key, UtcMs utc_ms);
    /// Incidents raised and remedies proposed since the last call, one sentence each.
    std::vector<umpire::ForArbiter> news_for_arbiters();
    /// What became of the games before the last one has been told.
    void forget_past_games();
    /// To be called several times a second. What is to be told of the squares of a board that plays no game,
    /// where that is news.
    std::optional<umpire::ForArbiter> look_at_squares(SteadyUs steady_us);
    /// What holds of them now; empty: nothing.
    const umpire::ForArbiter& notice() const { return notice_.text(); }

  private:
    struct Boot {
        std::uint64_t board_id;
        std::uint32_t boot_id;
        std::optional<Progress> progress; // empty: it has told snapshots only
    };

    TableGame& game() { return games_.back(); }
    void take_at(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// Appends an input that the board told, and before it what is owed.
    void put(std::vector<journal::Record>& records, record::What what, BoardUs board_us,
             std::optional<std::uint32_t> seq, UtcMs utc_ms);
    std::string not_of_next(const TableGame& of) const;
    bool played_unarmed();
    void look_at_armed(SteadyUs steady_us);
    void see(const record::What& what, BoardUs board_us, bool may_be_over);
    void open(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// Where another game is armed, and its start position rests on the board at `board_us`.
    void begin_armed(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms);
    /// The game that was armed, as it was played while none was.
    std::optional<UnarmedPlay::Game> armed_play() const;
    void begin_next(std::vector<journal::Record>& records, const StandingBoard& board, BoardUs begin_us,
                    UtcMs utc_ms);
    void play_next();
    TableSetup setup_of_next(std::string game_id, record::Header header) const;
    record::Sensing sensing_now() const;
    Boot& boot(std::uint64_t board_id, std::uint32_t boot_id);
    bool is_of_last_start(const record::Origin& origin) const;
    /// Another start of it counts its time anew, and may show another board.
    void forget_board(record::Sensing sensing);
    std::expected<void, std::string> replay(const record::Entry& entry, const record::Entry* told_next);
    void recall_origin(const record::Entry& entry);

    TableSetup setup_;             // of the game now played
    std::deque<TableSetup> armed_; // the next first; more than one only while they are restored
    bool runs_on_ = false;         // its board has not lost its power since what the journal has of it
    std::deque<TableGame> games_;  // the last is played; those before it wait for the journal
    StandingBoard board_;
    UnarmedPlay unarmed_;
    std::pair<std::size_t, bool> looked_at_unarmed_{}; // so many inputs, and whether a game is among them
    SquareNotice notice_;
    std::vector<Boot> boots_; // the last is the one that is followed, or was
    std::int64_t set_on_ms_ = 0;
    wire::Hello hello_;
    UtcMs hello_utc_ms_{};
    BoardUs heard_us_{}; // the board's clock, when it last told anything
    std::optional<umpire::ForArbiter> outcome_;
    bool begun_ = false;
    std::optional<record::Gap> gap_owed_; // inputs may be missing before the board's next
    bool board_change_owed_ = false;      // it is another board
};

} // namespace adoube::round
