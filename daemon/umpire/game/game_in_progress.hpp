#pragma once
// One game, read from a board of one orientation: applies each input of the log. `Readings` interprets the
// hands; this weighs them against what players and arbiter say, and keeps the record.

#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/articles/flags.hpp"
#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/right_to_claim.hpp"
#include "daemon/umpire/data/seldom.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/game/docket.hpp"
#include "daemon/umpire/game/explanation.hpp"
#include "daemon/umpire/hands/centre_kings.hpp"
#include "daemon/umpire/hands/orientation.hpp"
#include "daemon/umpire/hands/standing.hpp"
#include "daemon/umpire/hands/start_watch.hpp"

#include <limits>

namespace adoube::umpire {

/// What the public was told last.
struct Told {
    GameRecord record;
    /// Of moves in readings, which all were due when they were complete. Empty once that may be wrong: hands
    /// that lift and drop change no move that all readings share.
    std::optional<std::size_t> plies;
};

class GameInProgress {
  public:
    explicit GameInProgress(const Header& header);

    void feed(const Input& input);
    void stand_still_until(GameMs t_ms) { stand_still_until(t_ms, bounds::released_ms); }
    /// That would change nothing that `tell_completed` tells then. False where only trying shows it.
    bool stands_still_until(GameMs t_ms) const;
    /// End of the log: what stands on the board was made.
    void close();
    GameRecord record() const;
    /// Completed moves only, none still open. Cheap where `told` is of this game, a little before.
    void tell_completed(Told& told) const { tell_completed(told, t_ms_); }
    void tell_completed(Told& told, GameMs t_ms) const;
    GameRecord completed() const;
    /// Uses `told` to work out what is due.
    std::optional<GameMs> next_by_time_ms(GameMs t_ms, Told& told) const;
    /// The next input corrects the header's tags: nothing that happens in the game.
    void correct(const Tags& tags);
    const Header& header() const { return *header_; }
    std::span<const Incident> incidents() const { return docket_.incidents(); }
    std::span<const Proposal> proposals() const { return docket_.proposals(); }
    const std::set<int>& dismissed() const { return docket_.dismissed(); }

    // --- the board ---

    bool begun() const { return game_.plies() > 0 || !readings_.best().line.empty(); }
    bool start_stands() const { return board_.differing(game_.start()) == 0; }
    /// Inputs were lost, or the board changed; not explained since.
    bool out_of_sight() const { return !over() && (pause_ ? pause_->lost_sight : lost_.has_value()); }
    bool explained() const { return readings_.explained(); }
    bool shows(const Snapshot& snapshot) const;
    Evidence evidence() const;
    void set_orientation(Orientation orientation) { orientation_ = orientation; }
    /// This orientation proved right: `told` and `found` go before its own incidents.
    void follow(std::span<const Incident> told, const std::vector<Incident>& found) {
        docket_.follow(told, found);
    }
    std::string explanation() const { return umpire::explanation(game_.position(), readings_); }
    Incident turned_by(Turn turn, int ply, Moment first) const;
    void tell_turned(Turn turn) { docket_.add({turned_by(turn, readings_.best().plies + 1, now())}); }
    Moment now() const { return {t_ms_, input_}; }
    /// What is held back holds back time.
    GameMs time_at(GameMs t_ms) const { return held_ ? t_ms_ : t_ms; }
    bool paused() const { return pause_.has_value(); }
    bool holds_press() const { return held_ && std::holds_alternative<Press>(held_->input.what); }
    bool has_sealed_move() const { return pause_ && !pause_->sealed.empty(); }
    bool over() const { return ended_.has_value(); }
    bool confirmed() const { return ended_ && ended_->confirmed; }
    bool offers_draw(Side side) const {
        return readings_.best().offers[static_cast<std::size_t>(side)].has_value();
    }
    /// Of the position that `record` has.
    std::optional<RightToClaim> right_to_claim() const;
    /// Of the last move in that position: the number of the incident that tells it.
    std::optional<int> claimable_breach() const;
    /// The sensors' view, uninterpreted.
    const Sight& board() const { return board_; }

  private:
    static constexpr GameMs for_good = GameMs::max();

    bool idle() const { return over() || paused(); }

    /// `number`: of the input in the log. `stays_ms`: a move that ends the game was made if it stood so long.
    void apply(const Input& input, int number, std::int64_t stays_ms = bounds::rest_ms);
    /// A press while a piece may be seen on two squares waits for the report that it left the first, and one
    /// while the moved piece may slide on for the report that it came down: hands did this before. What may
    /// show that a piece slides on over the square of a move that ends the game waits for what follows.
    struct Held {
        Input input;
        int number;
        enum class Awaits { lift, drop, slide } awaits;
        GameMs until_ms{};
        chess::Bitboard at = 0; // one of these squares, if a slide is awaited
    };
    /// Unless an input that comes then tells it sooner.
    void stand_still_until(GameMs t_ms, std::int64_t stays_ms);
    void follow_clock(const ClockReading& reading, GameMs t_ms);
    bool hold_back(const Input& input);
    bool ends_hold(const Held& held, const Input& input) const;
    void release_held();

    // --- sensors and lever ---

    void watch(const What& what);
    void on(const Lift& lift);
    void on(const Drop& drop);
    void on(const Press& press);
    void on(const Snapshot& snapshot);
    void on(const Gap&) { lose_sight(); }
    void on(const BoardChange&) { lose_sight(); }
    void lose_sight();
    bool out_of_step() const { return lost_ && lost_->shown; }
    void find_lost_moves();
    void look_at_rest(GameMs until_ms);
    void press_clock(Side side);
    void take_lever(Side side);
    /// Hands restored what could not be explained.
    void note_restored();
    void on(const Mask& mask);
    void on(const ClockReading& reading) { on(reading, t_ms_); }
    void on(const ClockReading& reading, GameMs t_ms);

    // --- players ---

    void on(const Adjust& adjust);
    void on(const Call&) {}
    void on(const Flag& flag);
    void on(const Claim& claim);
    void on(const Offer& offer);
    void on(const Accept& accept);
    void on(const Decline& decline);
    void on(const Resign& resign);

    // --- arbiter ---

    void on(const SetPosition& set);
    void on(const PlayMove& play);
    struct Entered {
        chess::Position before;
        chess::Move move;
    };
    /// Prefers the move that the board shows. Empty where none is legal.
    std::optional<Entered> played(const std::string& san);
    void on(const TakeBack& back);
    void on(const SetResult& set);
    void on(const SetTime& time);
    void on(const Promoted& promoted);
    void on(const Dismiss& dismiss);
    void offer_again(const Incident& declined);
    void on(const Pause&);
    void on(const Resume&);
    /// The sealed move stays secret until the resumption plays it.
    void on(const Adjourn& adjourn);
    void on(const SetTags&) {} // see `correct`
    Proposal unclear_sealed_move(const std::string& san) const;

    // --- the start position ---

    bool at_start() const { return !placed_ && !begun(); }
    void hands_set_up();
    void shown_at_start(const Snapshot& snapshot);
    bool shows_first_move(const Snapshot& snapshot) const;
    /// A press before a move is known. False while pieces are being set up; else tells what is wrong.
    bool may_begin(chess::Side presses);
    /// Tells of a wrong start once a first move stands on it.
    void look_for_first_move();
    /// The same without a lever, when the opponent replies.
    void look_for_first_move_before(const Lift& lift);
    void find_first_move();
    chess::Bitboard wrong_before_first_move() const;
    chess::Bitboard wrong_at_first_press(bool starts_clock) const;
    Readings without(chess::Bitboard squares) const;
    /// More likely a piece on its way to its square than a move.
    bool is_still_set_up() const;
    void tell_wrong_start();

    // --- after the arbiter's word ---

    /// An arbiter set the game, and the board may not match yet. The hands then either play on, as
    /// `readings_` has it, or put the board right: that is no touch, and the game goes on from here.
    struct Arrangement {
        Readings readings;
        std::size_t ply;
    };
    void await_arrangement();
    chess::Bitboard squares_to_arrange() const {
        return board_.differing(arrangement_->readings.best().position);
    }
    bool arranged() const;
    void take_as_arranged();
    /// By now hands have played on, or put the board right and moved.
    void press_upon_arrangement();
    void resume_upon_board();

    // --- phases: `at_start`, played, paused, out of sight, over ---

    struct Paused {
        std::string sealed{};    // the move in the envelope
        bool lost_sight = false; // in the pause, with no snapshot since
    };
    /// Inputs were lost, and the board is not explained yet.
    struct Lost {
        bool shown = false; // since then
        bool looked_at_rest = false;
    };
    struct Ended {
        chess::Result result;
        std::string termination;
        bool confirmed = false; // by an arbiter
    };

    // --- the record ---

    /// Kings in the centre end the game, unless `next` sets one that moved there elsewhere in it.
    bool kings_go_on(const Input& next);
    bool is_as_it_stands(const What& what) const;
    bool shows_what_is_known(const What& what) const;
    Sight board_after(const Snapshot& snapshot) const;
    /// What the kings say, once they cannot go on.
    std::optional<CentreKings::Ceremony> told_by_kings(GameMs t_ms);
    /// Plays what all readings share.
    void absorb();
    void play(const PlayedMove& played);
    /// For a start that no legal move leads to.
    void begin_anew(chess::Game game);
    std::optional<Clocks> clocks(const Reading& reading, GameMs t_ms) const;
    /// The likeliest reading, with the move made by `t_ms`.
    Reading as_made(GameMs t_ms) const;

    // --- incidents and the known game ---

    /// Holds back what may be the kings on their way to the centre.
    void tell_incidents(std::vector<Incident> incidents);
    void tell_what_waited();
    /// Tells what is certain already; hands in motion may mean something else.
    void tell_of_ply();
    void tell_ambiguity();
    std::size_t settled() const { return moves_.size() + readings_.agreed_to_the_eye(); }
    /// With `line`.
    void tell_recorded(GameRecord& record, std::span<const PlayedMove> line) const;
    std::size_t completed_plies(GameMs t_ms) const;
    /// Of the likeliest reading; a touch may complete a move.
    void tell_completed_so_far(GameRecord& record, std::size_t plies, GameMs t_ms) const;
    /// Only moves complete long enough to be shown.
    void tell_known_so_far(GameRecord& record, std::size_t plies, GameMs t_ms) const;
    bool was_pressed_for(std::size_t ply) const;
    bool kings_deny(const GameRecord& record) const;
    GameMs due_ms(const GameRecord& record) const;
    bool is_due_at_once(std::size_t plies) const;
    void tell_clocks(GameRecord& record, GameMs t_ms) const;
    void keep_what_is_shown();
    /// A promoted piece that neither sensors nor an arbiter told is the first of queen, rook, bishop and
    /// knight with which the moves of `record` are legal: complete moves alone tell the public which.
    void tell_promoted_by_moves(GameRecord& record) const;
    void note_completed();
    void tell_claimable(const MoveRecord& record);
    void tell_flags();

    // --- end and reopening ---

    chess::Result by_itself() { return ended_by_itself(game_, header_->laws, readings_.dead_positions()); }
    void end_by_itself();
    /// A fifth repetition made on the board needs no press (9.6.1).
    void end_by_repetition();
    /// The fifth, by the move that stands.
    bool may_be_repeated(GameMs t_ms) const;
    /// A dead position stays drawn.
    void end_as_said(chess::Result result, GameMs at_ms);
    void end(chess::Result result, GameMs at_ms, std::string_view termination = "normal");
    /// A piece, since the last move, and for longer than a flicker.
    bool touched() const;
    bool standing_made() const { return readings_.made(for_good).has_value(); }
    /// With moves not yet certain and the one made on the board.
    chess::Game as_it_stands() const;
    /// The move made on the board, or a capture that a piece in the air may have made unseen.
    std::optional<Standing> standing() const;
    /// `move` is made when the board came to show it.
    Reading with_made(const Standing& move) const;
    /// Makes the likeliest reading the game, with the move made on the board; `unseen`: also a capture that
    /// no sensor saw.
    void settle(bool unseen = false);
    /// Ends the game by word. Nobody resigns, agrees or sets the kings with the opponent's piece in the air,
    /// so an unseen capture was made.
    void finish(chess::Result result, std::string_view termination, bool unseen = true);
    void finish(CentreKings::Ceremony ceremony);
    /// A result by word while the kings stand in the centre: they made no move there.
    void set_kings_aside();
    void settle_before(CentreKings::Ceremony ceremony);
    void take_back_to(std::size_t ply);
    void go_back_to(std::size_t ply);
    void start_clock();
    /// Resets the readings to the current position.
    void go_on();
    void reopen();

    std::shared_ptr<const Header> header_;
    chess::Game game_;
    std::vector<MoveRecord> moves_;
    int final_plies_ = 0;             // completed for good
    int arbiters_plies_ = 0;          // before an arbiter's last word on the position
    std::vector<chess::Game> before_; // before it began anew
    int stood_ = 0;                   // illegal moves that stood
    Readings readings_;
    Sight board_;
    CentreKings kings_;
    Seldom<CentreKings::Ceremony> ceremony_; // a king may still go on from it
    std::optional<bool> kings_go_on_;        // with the next input
    std::optional<Paused> pause_;
    std::optional<Lost> lost_;
    bool lever_lost_ = false; // since then no snapshot told where it lies
    std::optional<Ended> ended_;
    std::optional<Entered> opened_; // the sealed move, at the resumption
    StartWatch start_;
    bool placed_ = false; // the game no longer begins with the header's position
    Seldom<Arrangement> arrangement_;
    bool shown_whole_ = false;
    int lifts_of_nothing_ = 0;
    Orientation orientation_ = Orientation::open;
    std::optional<Held> held_;
    int fed_ = 0;
    GameMs t_ms_{};
    int input_ = 0; // the current one
    Flags flags_;
    Docket docket_;
};

} // namespace adoube::umpire
