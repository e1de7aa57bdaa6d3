#pragma once
// One game at a table: its inputs on their way to the journal and, once durable, their effects. The table
// decides which inputs are its own. Errors are one sentence.

#include "daemon/journal/record.hpp"
#include "daemon/round/act.hpp"
#include "daemon/round/added_time.hpp"
#include "daemon/round/board_time.hpp"
#include "daemon/round/checkpoints.hpp"
#include "daemon/round/outcome.hpp"
#include "daemon/round/public_view.hpp"
#include "daemon/round/publication.hpp"
#include "daemon/round/sure_time.hpp"
#include "daemon/umpire/game/umpire.hpp"

#include <expected>
#include <list>
#include <set>
#include <utility>

namespace adoube::round {

/// What the organiser knows in advance.
struct TableSetup {
    int number = 1; // but for the tag Board
    /// Permanent: a restarted daemon continues this game. Also its public id, but for the tag GameId.
    std::string game_id;
    /// Sensing, lever and start time come from the board's hello.
    record::Header header;
    std::optional<record::Sensing> sensing; // upper limit on the board's
    std::optional<bool> clock_lever;        // overrides the board's
    bool electronics = true; // false: no board; moves and results are entered, and no clock is kept
    /// Random bytes from the operating system, for the game's secret.
    std::string drawn{};
    bool expects_lever = true; // as long as its board has told nothing
};

/// As the tags say, else as set up.
int number_of(const record::Tags& tags, int set_up);
std::string game_id_of(const record::Tags& tags, const std::string& set_up);

class TableGame {
  public:
    /// `set_on_ms`: how far the host's UTC clock was set since its start.
    explicit TableGame(const TableSetup& setup, std::int64_t set_on_ms = 0);

    const std::string& id() const { return id_; }
    /// With its tags as corrected since.
    const record::Header& header() const { return umpire_.header(); }
    /// Of all its states the public id, unless it began anew.
    std::string called() const { return game_id_of(header().tags, id_); }
    bool opened() const { return opened_; }
    bool runs() const { return opened_ && (!closed_ || !ended_since_utc_ms_); }
    /// Its result stands, and no pending command could reopen it.
    bool over() const;
    /// The same once all pending inputs are durable.
    bool will_be_over() const;
    /// Cheap: pending inputs may end it.
    bool may_be_over() const { return over() || waits(); }
    /// As of the last confirmed input; valid during replay.
    bool ended() const { return umpire_.over(); }
    /// An arbiter has given the result, or confirmed it.
    bool confirmed() const { return umpire_.confirmed(); }
    /// No press or completed move yet.
    bool awaits_start() const {
        return recorded_ && !clock_started_ && completed_moves_ == 0 && !umpire_.paused() &&
               !ended_since_utc_ms_;
    }
    /// A board has told something of it; until then all is entered.
    bool has_board() const { return has_board_; }
    /// In the players' orientation.
    const umpire::Sight& board() const { return umpire_.board(); }
    const chess::Position& start() const { return view_.game().start; }
    /// When its clock was started or its first move completed; empty before, or once all are taken back.
    std::optional<GameMs> begun_ms() const { return begun_ms_; }
    /// Opened, but nobody has played, and nothing is said of it.
    bool is_untouched() const;
    /// Has pending inputs, not durable yet.
    bool waits() const { return !pending_.empty(); }

    // --- what was ---

    std::expected<void, std::string> reopen(const record::GameEntry& game);
    /// `told_next`: the first entry from this one on that a board reported.
    std::expected<record::Input, std::string> replay(const record::Entry& entry,
                                                     const record::Entry* told_next = nullptr);
    /// After replay; earlier incidents count as reported. Since the last public state nothing is known until
    /// `hall_ms`, except that the board was heard until `heard_ms`.
    void restored(HallMs hall_ms, GameMs heard_ms);
    /// After replay. On error the game continues unsigned.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> checkpoints,
                                            std::span<const record::Entry> inputs) {
        return checkpoints_.recall(checkpoints, inputs);
    }

    // --- the board's time ---

    /// Another start of a board takes over.
    void follow(BoardUs board_us, UtcMs utc_ms) {
        time_.follow(board_us, host_ms(utc_ms));
        undated_ = false; // unknown to this start
    }
    /// It is `board_us` at the board and `utc_ms` at the host.
    void align(BoardUs board_us, UtcMs utc_ms) {
        time_.align(board_us, host_ms(utc_ms));
        sync_ = {time_.of(board_us), utc_ms};
        if (std::exchange(undated_, false) && decided_.t_ms >= time_.since_ms())
            decided_.hall_ms =
                std::min(decided_.hall_ms, std::max(start_ms() + decided_.t_ms.count(), decided_.told_ms));
    }
    HallMs start_ms() const { return hall_ms(sync_.utc_ms) - sync_.t_ms.count(); }
    /// Earlier times belong to another start, or to none.
    GameMs since_ms() const { return time_.since_ms(); }
    /// The board has reported everything until then.
    void hear(BoardUs board_us) { heard_ms_ = std::max(heard_ms_, time_.of(board_us)); }
    void shift_utc(std::int64_t by_ms);
    UtcMs utc_ms_of(BoardUs board_us) const { return sync_.utc_ms + (time_.of(board_us) - sync_.t_ms); }
    BoardUs board_us_at(GameMs t_ms) const { return time_.board_us_at(t_ms); }
    /// Time of the board's next input.
    GameMs next_ms(BoardUs board_us, UtcMs utc_ms);
    GameMs t_ms(BoardUs board_us) const { return time_.of(board_us); }
    GameMs now_ms(UtcMs utc_ms) const;

    // --- inputs, in the order of the journal ---

    /// The game begins at `board_us`, which was `start_utc_ms` at the host.
    void open(std::vector<journal::Record>& records, record::Header header, BoardUs board_us,
              UtcMs start_utc_ms, UtcMs utc_ms);
    /// By a command, without a board.
    void open_without_board(std::vector<journal::Record>& records, record::Header header, UtcMs utc_ms) {
        open(records, std::move(header), {}, utc_ms, utc_ms);
    }
    void append(std::vector<journal::Record>& records, record::Input input,
                std::optional<record::Origin> origin, UtcMs utc_ms, std::string_view by = {});
    /// Of the last pending one: how many inputs the game has with it, and its time.
    std::pair<std::uint64_t, GameMs> last_pending() const {
        return {decided_.number + pending_.size(), pending_.back().input.t_ms};
    }
    /// A command; `by`: who gives it, if known. The error: it would change nothing.
    std::expected<journal::Record, std::string> say(record::What what, UtcMs utc_ms,
                                                    std::string_view by = {});
    static constexpr std::size_t most_plies_said = 1000;
    /// Movetext: what was played from now on, or the whole game so far and on; a result may end it. All or
    /// nothing, `most_plies_said` new plies at most.
    std::expected<std::vector<journal::Record>, std::string> say_moves(const std::string& moves, UtcMs utc_ms,
                                                                       std::string_view by);

    /// Reckoned, after all pending inputs; empty if none are kept.
    std::optional<umpire::Clocks> clocks_at(GameMs t_ms) const;
    std::optional<umpire::Clocks> clocks_after_press(chess::Side side, GameMs t_ms) const;
    /// What a press at `t_ms` adds to a time that a reading sets before it.
    std::int64_t added_by_press_ms(chess::Side side, GameMs t_ms) const;
    /// The clocks with this much added, after all pending inputs.
    std::expected<record::SetTime, std::string> time_with(AddedTime added, UtcMs utc_ms) const;

    /// As Table::confirm; returns the input's origin.
    std::optional<record::Origin> confirm(bool refused, bool slow);
    std::optional<umpire::ForArbiter> take_outcome() { return std::exchange(outcome_, std::nullopt); }

    // --- what is to be seen ---

    /// Updates the arbiter's view.
    void let_time_pass(UtcMs utc_ms);
    /// Depends only on the journal and on when the board was last heard. After `close`.
    std::vector<PublicState> take_public();
    /// `game`, which follows at the table, as shown right after all that is known of this one.
    PublicState then_shown(broadcast::PublicGame game) const {
        return {decided_.hall_ms, {id_, decided_.number, decided_.t_ms}, std::move(game)};
    }
    /// Once, after the result has stood for a while: the next input may undo a result that rests on the
    /// pieces.
    std::optional<journal::Record> close(UtcMs utc_ms);
    /// At once, as nothing more will come.
    std::optional<journal::Record> close_now(UtcMs utc_ms);
    /// After a look; empty if none is due.
    std::optional<journal::Record> checkpoint(const tlog::SigningKey& key, UtcMs utc_ms);
    /// New since the last call. For arbiters only, as are those below.
    std::span<const umpire::Incident> new_incidents();
    std::span<const umpire::Proposal> new_proposals();
    /// At the last look, with the move that stands on the board.
    const broadcast::PublicGame& as_it_stands() const { return view_.game(); }
    /// Of the same position.
    const std::optional<umpire::RightToClaim>& right_to_claim() const { return right_to_claim_; }
    std::optional<int> claimable_breach() const { return claimable_breach_; }
    /// See untold_promotions.hpp.
    std::span<const int> untold_promotions() const { return untold_promotions_; }
    /// Undelayed, without that move; its clocks are dated in game time.
    const broadcast::PublicGame& completed() const { return public_view_.game(); }
    /// In the host's UTC, unlike those of `completed`.
    std::optional<broadcast::ClockFace> completed_clocks() const {
        auto clocks = completed().clocks;
        if (clocks) clocks->at_utc_ms += start_ms().count();
        return clocks;
    }
    std::span<const umpire::Incident> incidents() const { return umpire_.incidents(); }
    std::span<const umpire::Proposal> proposals() const { return umpire_.proposals(); }
    /// By number.
    const std::set<int>& dismissed() const { return umpire_.dismissed(); }
    /// As TableView::acts.
    std::span<const Act> acts() const { return acts_; }

  private:
    struct Pending {
        record::Input input;
        record::Entry entry;
        HallMs hall_ms{};  // when it arrived
        bool said = false; // a command
    };

    void begin(const record::Header& header);
    HallMs hall_ms(UtcMs utc_ms) const { return HallMs((utc_ms - set_on_ms_).count()); }
    /// When it arrived; a command no earlier than it was given.
    HallMs hall_ms_of(const record::Entry& entry, const record::Input& input, HallMs surely_ms,
                      const record::Entry* told_next) const;
    std::optional<HallMs> said_at(const record::Entry& entry) const;
    void recall_time(const record::Entry& entry, const record::Input& input);
    /// Before it is fed.
    void keep_act(const record::Entry& entry, const record::Input& input);
    /// In replay as if the first input arrived at 0; `surely_ms`: at the earliest.
    struct HallTime {
        HallMs ms, surely_ms;
        HallMs told_ms = HallMs::min(); // in replay: of what a board told, by the host's clock
    };
    /// `said_ms`: by the host's clock, for inputs from no board.
    void feed(const record::Input& input, HallTime at, std::optional<HallMs> said_ms, bool slow);
    /// Time alone may complete a move or end the game.
    void let_pass(GameMs until_ms);
    void put_public(GameMs t_ms, std::int64_t later_ms);
    /// Takes over corrected tags; true if the public's view changed.
    bool correct(const record::Tags& tags);
    /// For the arbiter long since, and nothing that its board may have kept can change it: the public need
    /// not wait to hear from the board.
    bool surely_over() const;
    void note_begin(const record::Input& input);
    /// True if anything is new.
    bool make_public(const umpire::GameRecord& record, GameMs t_ms, bool act);
    bool is_public_act(const record::What& what, const umpire::GameRecord& record);
    Standing standing(GameMs t_ms) const;
    /// With all pending inputs.
    umpire::Umpire ahead() const;
    /// After a gap the lever may have started it.
    bool clock_runs(GameMs t_ms) const {
        const auto clocks = clocks_at(t_ms);
        return clocks && clocks->running;
    }
    /// Tracks what affects the clock before it starts.
    void note(const record::What& what);
    /// Game time by the host's clock since the board's last report.
    GameMs host_ms(UtcMs utc_ms) const { return sync_.t_ms + (utc_ms - sync_.utc_ms); }
    /// The same, but no earlier than the last input.
    GameMs said_ms(const record::What& what, UtcMs utc_ms) const;
    /// No later than the first pending input, which may change the board.
    GameMs decided_ms(UtcMs utc_ms) const;
    umpire::GameRecord record_after(const record::What& what, GameMs t_ms) const;

    std::string id_, drawn_;
    int number_;    // on the table, as set up
    bool date_set_; // by the organiser
    bool has_board_ = false;
    umpire::Umpire umpire_;
    PublicView view_, public_view_;
    std::optional<umpire::RightToClaim> right_to_claim_;
    std::optional<int> claimable_breach_;
    std::vector<int> untold_promotions_;
    std::vector<PublicState> public_;
    bool undated_ = false; // restored, and not dated by its board yet
    /// The last confirmed input.
    struct {
        std::uint64_t number = 0;
        GameMs t_ms{};
        HallMs hall_ms{}, surely_ms{};
        bool slow = false;
        HallMs said_ms = HallMs::min(); // a command's, by the host's clock
        HallMs told_ms = HallMs::min(); // see `HallTime`
    } decided_;
    GameMs seen_ms_{};  // when time alone was last asked what it changed
    GameMs heard_ms_{}; // everything is reported until then
    std::optional<GameMs> begun_ms_;
    bool pressed_ = false; // the clock, ever
    std::int64_t set_on_ms_;
    SureTime surely_;
    HallMs surely_public_ms_{}; // of the last public state
    BoardTime time_;
    std::pair<std::string, std::uint32_t> recalled_start_; // of the last board input replayed
    std::list<Pending> pending_;
    Checkpoints checkpoints_;
    std::size_t completed_moves_ = 0;
    /// One moment in both times.
    struct {
        GameMs t_ms{};
        UtcMs utc_ms{};
    } sync_;
    record::ClockReading first_clock_{}; // as started by the first press
    bool opened_ = false, recorded_ = false, paused_ = false, clock_started_ = false, closed_ = false;
    bool placed_ = false; // an arbiter set up a position
    std::size_t incidents_told_ = 0, proposals_told_ = 0;
    std::optional<umpire::ForArbiter> outcome_;
    std::vector<Act> acts_;
    std::optional<UtcMs> ended_since_utc_ms_;
};

} // namespace adoube::round
