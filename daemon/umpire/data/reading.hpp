#pragma once
// One reading of the hands: the moves it takes as made, and the ply in progress. Sensors do not tell whose
// hand it was or whether it had finished, so every possible reading is kept (hands/readings.hpp) until later
// inputs choose.

#include "daemon/laws/articles.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "daemon/umpire/data/doubt.hpp"
#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"

#include <memory>

namespace adoube::umpire {

/// `input`: 1 = the first of the log.
struct Moment {
    GameMs t_ms{};
    int input = 0;
};

/// The lift of a piece that stood there before the ply.
struct Touch {
    Square square;
    Moment lifted;
    /// Announced as adjusting (4.2): no touch if put back.
    bool adjusting;
    bool put_back = false; // before the move was made
};

struct PlayedMove {
    MoveRecord record;
    bool awaits_press; // a press may still count for it (6.2.2 of 2023)
    std::vector<Incident> incidents;
    bool pressed = false;
    bool dated = false;      // its clock time is final: a reply has stood
    GameMs dated_ms{-1};     // what its clock time was last told for, as no press has come
    bool worked_out = false; // lost in a gap, inferred from the board
    bool time_lost = false;  // its press was lost with the chess clock out of sight: its time is reckoned
    bool illegal = false;    // stands once its answer is completed
    /// After an illegal move, or an answer to one that left the king attacked: the game begins anew from
    /// here.
    std::optional<chess::Position> anew{};
};

/// What the hands did since the last move.
struct PlyInProgress {
    int first_input = 0;
    /// Flickers included: a victim taken and replaced at once looks like one.
    chess::Bitboard lifted = 0;
    /// Came down there in a gap, and was not released if it is lifted again by then.
    std::optional<std::pair<Square, GameMs>> slides_on;
    /// Rooks off the board together with the king they may castle with.
    chess::Bitboard off_with_king = 0;
    /// Where the ply began while a piece just set down bounced: unless it returns, it slid on.
    chess::Bitboard passing = 0;
    /// In order of first lift, without flickers and bounces.
    std::vector<Touch> touches;
    /// Released as (part of) a legal move, then lifted again (4.7).
    std::optional<std::pair<chess::Move, Moment>> released;
    /// Where the last move promoted: a lift and drop before any touch is the exchange.
    chess::Bitboard exchange = 0;
    /// Where an arbiter's move captured: the first lift and drop carries it out.
    chess::Bitboard to_carry_out = 0;
    /// Doubts that it began with the capture of a promoted piece, rather exchanged.
    Doubts of_exchange{};
    /// Doubts that it answers an illegal move, having begun with the piece that made it.
    Doubts of_answer{};
    /// A press promoted a pawn to a queen (7.5.2) that the board does not show yet.
    bool queened_by_press = false;
    /// A press found a breach of Article 3: the position before is to be reinstated (7.5.1).
    bool irregular = false;
    /// Being put right: lifts there are no touches.
    chess::Bitboard restoring = 0;
    /// Completed by a press; stands once answered (articles/illegal_move.hpp).
    std::shared_ptr<const PlayedMove> illegal;
    /// Illegal moves that stand once this ply's move is made.
    std::vector<std::shared_ptr<const PlayedMove>> answered;
    std::vector<Incident> incidents; // not yet numbered
};

struct StandingOffer {
    int input;
    bool silent = false; // made with a claim (9.1.2.3): declined without an incident
};

struct Reading {
    std::shared_ptr<const Header> header;
    chess::Position position;       // before the ply in progress
    int plies = 0;                  // of the game, before that ply
    std::vector<PlayedMove> line{}; // moves after the last that all readings share
    ChessClock clock;
    PlyInProgress ply{};
    std::array<bool, 2> adjusting{};
    /// By side: the last move was lost in a gap, and its press not seen; one may still come (6.2.2).
    std::array<bool, 2> press_unseen{};
    std::array<int, 2> illegal_moves{};
    /// Broken by the last move, while the opponent may claim it (4.8).
    std::optional<laws::Rule> claimable_breach{};
    /// By the offering side: a counter-offer is no answer.
    std::array<std::optional<StandingOffer>, 2> offers{};
    /// Pieces taken to be underpromoted, which no sensor told.
    chess::Bitboard untold_pieces = 0;
    Doubts doubts{};                      // at cost 0 nothing unusual
    std::optional<GameMs> doubted_rest{}; // the change before the rest at which it did not match the board
    int cost() const { return doubts.cost(); }
};

void touch(Reading& reading, Square square, Moment lifted);

/// At most bounds::most_of_a_kind of each kind: a chattering lever or a flooding board says nothing new.
void add_incident(Reading& reading, Incident incident);

void tell_time(PlayedMove& played, const ChessClock& clock, Side player, GameMs t_ms);
/// If the chess clock is in sight: the last time of the side that it does not run for is what it shows,
/// and others are as close to theirs as the gap was long.
void tell_lost_times(Reading& reading, GameMs t_ms);

/// If nobody pressed for the move before the last, its time is what `clock`, as before the last, shows at
/// `made_ms`.
void date_unpressed(Reading& reading, const ChessClock& clock, GameMs made_ms);
/// The same for `player`, whose move was answered then. What was told for that moment stays: a clock that was
/// set since does not know the past.
void date(PlayedMove& unpressed, const ChessClock& clock, Side player, GameMs answered_ms);

/// The last move was lost in a gap.
void note_worked_out(Reading& reading);

/// After a gap the clock runs for the player who does not have the move.
bool other_clock_runs(const Reading& reading);
void believe_clock(Reading& reading);

void complete(Reading& reading, std::size_t ply, GameMs t_ms, bool by_press);

/// Call after each lift.
void note_off_with_king(Reading& reading, chess::Bitboard occupied);

/// The victim's square, if any.
chess::Bitboard taken_by(const chess::Position& position, chess::Move move);
/// Castling leaves two squares.
chess::Bitboard origins(chess::Move move);
/// Where hands lift for `move`: its origins and its victim.
chess::Bitboard hands_of(const chess::Position& position, chess::Move move);
bool promotes_on(chess::Move move, Square square);
/// Equal up to the promoted piece.
bool is_same_to_the_eye(chess::Move a, chess::Move b);

bool can_be_captured(const chess::Position& position, Square square);

} // namespace adoube::umpire
