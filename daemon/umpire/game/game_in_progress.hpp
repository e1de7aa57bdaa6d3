#pragma once
// One game, as it is read from a board that stands in one way: every input of the log does here what it does
// to the game. What hands mean is `Readings`' to say; this holds them against what the players and the
// arbiter say, and keeps the record.

#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/articles/flags.hpp"
#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/game/docket.hpp"
#include "daemon/umpire/game/explanation.hpp"
#include "daemon/umpire/hands/centre_kings.hpp"
#include "daemon/umpire/hands/orientation.hpp"
#include "daemon/umpire/hands/standing.hpp"
#include "daemon/umpire/hands/start_watch.hpp"

#include <limits>

namespace adoube::umpire {

class GameInProgress {
  public:
    explicit GameInProgress(const Header& header);

    /// The next input of the log.
    void feed(const Input& input);
    /// As if nothing happened from the last input to `t_ms`.
    void stand_still_until(GameMs t_ms);
    /// Nothing more comes: what stands on the board was made.
    void close();
    GameRecord record() const;
    /// Without what is not completed, or still open.
    GameRecord completed() const;
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const;
    const Header& header() const { return *header_; }
    std::span<const Incident> incidents() const { return docket_.incidents(); }
    std::span<const Proposal> proposals() const { return docket_.proposals(); }

    // --- how the board stands ---

    bool begun() const { return game_.plies() > 0 || !readings_.best().line.empty(); }
    bool start_stands() const { return board_.differing(game_.start()) == 0; }
    /// What it shows next, it shows after inputs were lost, or on another board.
    bool out_of_sight() const { return !over() && (pause_ ? pause_->lost_sight : lost_.has_value()); }
    bool explained() const { return readings_.explained(); }
    bool shows(const Snapshot& snapshot) const;
    Evidence evidence() const;
    void set_orientation(Orientation orientation) { orientation_ = orientation; }
    /// The board was found to stand as this game has it: what was told already, and `found`, go before what
    /// would have been told.
    void follow(std::span<const Incident> told, const std::vector<Incident>& found) {
        docket_.follow(told, found);
    }
    std::string explanation() const { return umpire::explanation(game_.position(), readings_); }
    Incident turned_by(Turn turn, int ply, Moment first) const;
    void tell_turned(Turn turn) { docket_.add({turned_by(turn, readings_.best().plies + 1, now())}); }
    Moment now() const { return {t_ms_, input_}; }
    bool paused() const { return pause_.has_value(); }
    bool holds_press() const { return held_.has_value(); }
    bool has_sealed_move() const { return pause_ && !pause_->sealed.empty(); }
    bool over() const { return ended_.has_value(); }
    bool offers_draw(Side side) const {
        return readings_.best().offers[static_cast<std::size_t>(side)].has_value();
    }
    /// As the sensors show it, whatever is made of it.
    const Sight& board() const { return board_; }

  private:
    static constexpr GameMs for_good = GameMs::max();

    bool idle() const { return over() || paused(); }

    /// What that input, the `number`th of the log, does.
    void apply(const Input& input, int number);
    /// A press for a piece that may be seen on two squares waits for the report that it left the first: it
    /// had left it before the press.
    struct HeldPress {
        Input input;
        int number;
        GameMs until_ms{};
    };
    bool hold_back(const Input& input);
    bool ends_hold(const HeldPress& held, const Input& input) const;
    void release_press();

    // --- what sensors and lever say ---

    /// The board itself, whatever is made of it.
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
    /// Hands have restored what could not be explained: nothing is lost from here on.
    void note_restored();
    void on(const Mask& mask);
    void on(const ClockReading& reading);

    // --- what players say ---

    void on(const Adjust& adjust);
    void on(const Call&) {}
    void on(const Flag& flag);
    void on(const Claim& claim);
    void on(const Offer& offer);
    void on(const Accept& accept);
    void on(const Decline& decline);
    void on(const Resign& resign);

    // --- what an arbiter says ---

    void on(const SetPosition& set);
    void on(const PlayMove& play);
    struct Entered {
        chess::Position before;
        chess::Move move;
    };
    /// Rather the one that the board shows, if he has made it there already. Empty where none is legal.
    std::optional<Entered> played(const std::string& san);
    void on(const TakeBack& back);
    void on(const SetResult& set);
    void on(const SetTime& time);
    void on(const Promoted& promoted);
    void on(const Dismiss& dismiss);
    void offer_again(const Incident& declined);
    void on(const Pause&);
    void on(const Resume&);
    /// Nobody learns the sealed move before it is played, at the resumption.
    void on(const Adjourn& adjourn);
    Proposal unclear_sealed_move(const std::string& san) const;

    // --- the start position ---

    bool at_start() const { return !placed_ && !begun(); }
    void hands_set_up();
    void shown_at_start(const Snapshot& snapshot);
    bool shows_first_move(const Snapshot& snapshot) const;
    /// The clock is pressed before a move is known. What is wrong on the board is told, unless the pieces are
    /// being set up.
    bool may_begin(chess::Side presses);
    /// A first move may stand there, though the start position is wrong: that is told.
    void look_for_first_move();
    /// The same where there is no lever, and its opponent takes up a piece: he answers.
    void look_for_first_move_before(const Lift& lift);
    void find_first_move();
    chess::Bitboard wrong_before_first_move() const;
    chess::Bitboard wrong_at_first_press(bool starts_clock) const;
    Readings without(chess::Bitboard squares) const;
    /// What stands there is rather a piece on its way to its square than the first move.
    bool is_still_set_up() const;
    void tell_wrong_start();

    // --- the board and the arbiter's word ---

    /// The game is where an arbiter put it, and the board may not be yet. The hands that follow may play on,
    /// as `readings_` has it, or put the board right: then they are nobody's, and the game goes on from here.
    struct Arrangement {
        Readings readings;
        std::size_t ply;
    };
    void await_arrangement();
    /// Where the board is not yet as he said.
    chess::Bitboard squares_to_arrange() const {
        return board_.differing(arrangement_->readings.best().position);
    }
    bool arranged() const;
    void take_as_arranged();
    /// The board must be right by now: as the hands played on, or as they put it right and then moved.
    void press_upon_arrangement();
    void resume_upon_board();

    // --- its phases: until it has begun `at_start`, then played, paused, out of sight, over ---

    /// The clock stands by an arbiter's word.
    struct Paused {
        std::string sealed{};    // the move in the envelope, where it is adjourned
        bool lost_sight = false; // in the pause, and not shown since
    };
    /// Inputs were lost, and what the board shows is not explained yet.
    struct Lost {
        bool shown = false; // since then
        bool looked_at_rest = false;
    };
    struct Ended {
        chess::Result result;
        std::string termination;
    };

    // --- the record ---

    /// Kings that stand in the centre end the game. But one that came there by a move of the game may have to
    /// be set elsewhere yet: the `next` input does so.
    bool kings_go_on(const Input& next);
    /// It tells of no hands.
    bool is_as_it_stands(const What& what) const;
    Sight board_after(const Snapshot& snapshot) const;
    /// What they say once that is out of the question.
    std::optional<CentreKings::Ceremony> told_by_kings(GameMs t_ms);
    /// What all readings share goes into the game.
    void absorb();
    void play(const PlayedMove& played);
    /// No legal move leads to its start.
    void begin_anew(chess::Game game);
    std::optional<Clocks> clocks(const Reading& reading) const;
    /// The likeliest reading, with the move that stands made on the board at `t_ms`.
    Reading as_made(GameMs t_ms) const;

    // --- the arbiter's ear ---

    /// What may be the kings on their way to the centre is no offence before they stop.
    void tell_incidents(std::vector<Incident> incidents);
    void tell_what_waited();
    /// What is certain before the ply is over; hands that have not come to rest may mean something else yet.
    void tell_of_ply();
    void tell_ambiguity();
    /// Without what is in the readings.
    GameRecord recorded() const;
    std::size_t completed_plies() const;
    /// Of the likeliest reading, be it known by touches.
    GameRecord completed_so_far() const;
    /// Those of them that have been complete for long enough to be shown.
    GameRecord known_so_far() const;
    GameMs due_ms(const GameRecord& record) const;
    void keep_what_is_shown();
    void note_completed();
    void tell_claimable(const MoveRecord& record);
    void tell_flags();

    // --- how it ends, and goes on ---

    chess::Result by_itself() { return ended_by_itself(game_, header_->laws, readings_.dead_positions()); }
    void end_by_itself();
    /// A fifth repetition that stands made on the board needs no press, as mate needs none (9.6.1).
    void end_by_repetition();
    /// The players say so, and cannot where the position is dead.
    void end_as_said(chess::Result result, GameMs at_ms);
    void end(chess::Result result, GameMs at_ms, std::string_view termination = "normal");
    bool standing_made() const { return readings_.made(for_good).has_value(); }
    /// With the moves not yet certain, and the one that stands made on the board.
    chess::Game as_it_stands() const;
    /// The move that stands on the board, or that a piece in the air may have made unseen.
    std::optional<Standing> standing() const;
    /// The likeliest reading with that move made, when the board came to show it.
    Reading with_made(const Standing& move) const;
    /// The likeliest reading becomes the game, with the move that stands made on the board; where `unseen`
    /// says so, with one that cannot be seen to stand.
    void settle(bool unseen = false);
    /// A game that is over by what was said: nobody resigns, agrees or sets the kings with the opponent's
    /// piece in the air, so a capture that no sensor saw was made.
    void finish(chess::Result result, std::string_view termination, bool unseen = true);
    void finish(CentreKings::Ceremony ceremony);
    /// The result is told by word while the kings stand in the centre already: they made no move there.
    void set_kings_aside();
    void settle_before(CentreKings::Ceremony ceremony);
    void take_back_to(std::size_t ply);
    void go_back_to(std::size_t ply);
    void start_clock();
    /// The game goes on from where it stands now.
    void go_on();
    /// The game is not over after all.
    void reopen();

    std::shared_ptr<const Header> header_;
    chess::Game game_;
    std::vector<MoveRecord> moves_;
    int final_plies_ = 0;             // were completed
    std::vector<chess::Game> before_; // it began anew
    int stood_ = 0;                   // so often with what an illegal move left
    Readings readings_;
    Sight board_;
    CentreKings kings_;
    std::optional<CentreKings::Ceremony> ceremony_; // a king may go on from it
    std::optional<bool> kings_go_on_;               // with the next input
    std::optional<Paused> pause_;
    std::optional<Lost> lost_;
    std::optional<Ended> ended_;
    std::optional<Entered> opened_; // the sealed move, at the resumption
    StartWatch start_;
    bool placed_ = false; // by an arbiter: the game does not begin with the header's position
    std::optional<Arrangement> arrangement_;
    bool shown_whole_ = false;
    int lifts_of_nothing_ = 0;
    Orientation orientation_ = Orientation::open;
    std::optional<HeldPress> held_;
    int fed_ = 0;
    GameMs t_ms_{};
    int input_ = 0; // what happens is of this one
    Flags flags_;
    Docket docket_;
};

} // namespace adoube::umpire
