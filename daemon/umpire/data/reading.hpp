#pragma once
// One reading of what the hands have done: the moves that it takes to be made, and the ply in progress.
// Sensors say what stands where, not who did it or whether he was done; so the umpire keeps every reading
// that is still possible (hands/readings.hpp) and lets the later inputs choose.

#include "daemon/laws/articles.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "daemon/umpire/data/doubt.hpp"
#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"

#include <memory>

namespace adoube::umpire {

/// When something was seen, and by which input (1 = the first of the log).
struct Moment {
    GameMs t_ms{};
    int input = 0;
};

/// A piece of the position at the ply's start that was lifted from its square.
struct Touch {
    Square square;
    Moment lifted;
    /// The player had announced that he adjusts (4.2): no touch, should it be put back.
    bool adjusting;
    /// It was put back on its square before the move was made.
    bool put_back = false;
};

struct PlayedMove {
    MoveRecord record;
    /// The player may still press for it (6.2.2 of 2023).
    bool awaits_press;
    std::vector<Incident> incidents;
    /// He has.
    bool pressed = false;
    /// Its clock is known for good: a reply has stood.
    bool dated = false;
    /// Inputs were lost when it was made: it was worked out from what the board showed afterwards.
    bool worked_out = false;
    /// It is no legal move, and stands once what follows it in the line is completed.
    bool illegal = false;
    /// So it is, or it is the answer to one that left the king attacked: the game begins anew with this
    /// position, which it left.
    std::optional<chess::Position> anew{};
};

/// What the hands did since the last move.
struct PlyInProgress {
    /// The input with which it began.
    int first_input = 0;
    /// Where anything was lifted: flickers too, for a victim taken off and replaced at once looks like one.
    chess::Bitboard lifted = 0;
    /// The rooks that were off the board at one time with the king whom they may castle with.
    chess::Bitboard off_with_king = 0;
    /// Where it began while a piece that had just come down bounced: it rather slid on, should it stay away.
    chess::Bitboard passing = 0;
    /// In order of their first lift, without flickers and bounces.
    std::vector<Touch> touches;
    /// Where a piece of the player's was released as (part of) a legal move, and then lifted again (4.7).
    std::optional<std::pair<chess::Move, Moment>> released;
    /// Where the last move promoted: a lift and drop there, before any other touch, is the exchange.
    chess::Bitboard exchange = 0;
    /// Where the move before, an arbiter's word, captured: the first lift and drop there carries it out.
    chess::Bitboard to_carry_out = 0;
    /// Of its beginning with a promoted piece being taken, which was rather exchanged.
    Doubts of_exchange{};
    /// Of its being the answer to an illegal move, where it began with the piece that made that.
    Doubts of_answer{};
    /// The press before it made a queen of a pawn (7.5.2), which the board does not show yet.
    bool queened_by_press = false;
    /// A press found here what Article 3 does not allow; the position before is to be reinstated (7.5.1).
    bool irregular = false;
    /// What a press found off its squares: nobody touches what is being put back there.
    chess::Bitboard restoring = 0;
    /// What a press completed against Article 3, where it stands once it is answered
    /// (articles/illegal_move.hpp).
    std::shared_ptr<const PlayedMove> illegal;
    /// The illegal moves before it, which stand once this ply's move is made.
    std::vector<std::shared_ptr<const PlayedMove>> answered;
    /// What an arbiter is to be told of it, not yet numbered.
    std::vector<Incident> incidents;
};

/// A draw was offered, and not answered yet.
struct StandingOffer {
    int input;
    /// It came with a claim (9.1.2.3), and goes without a word.
    bool silent = false;
};

struct Reading {
    std::shared_ptr<const Header> header;
    chess::Position position;       // before the ply in progress
    int plies = 0;                  // of the game, before the ply in progress
    std::vector<PlayedMove> line{}; // the moves since the last that all readings share
    ChessClock clock;
    PlyInProgress ply{};
    std::array<bool, 2> adjusting{};
    /// By side: his last move was lost in a gap, and nobody has seen a press for it; one may still come
    /// (6.2.2).
    std::array<bool, 2> press_unseen{};
    std::array<int, 2> illegal_moves{};
    /// The rule of Article 4 that the last move broke, while the opponent may still claim it (4.8).
    std::optional<laws::Rule> claimable_breach{};
    /// By the side that made it: an offer in return is no answer.
    std::array<std::optional<StandingOffer>, 2> offers{};
    /// Where pieces stand that it takes to be promoted to another than a queen, as no sensor told.
    chess::Bitboard untold_pieces = 0;
    /// What this reading asks one to believe; at cost 0 nothing unusual.
    Doubts doubts{};
    int cost() const { return doubts.cost(); }
};

/// Something was lifted there in the ply in progress.
void touch(Reading& reading, Square square, Moment lifted);

/// For the arbiter, of the ply in progress. Of one kind no more than bounds::most_of_a_kind: a lever that
/// chatters, or a board that floods, says nothing new.
void add_incident(Reading& reading, Incident incident);

/// The last move of the line was made at `made_ms`: the one before it, should nobody have pressed for it, has
/// the time that its player's clock, which was `clock` then, showed.
void date_unpressed(Reading& reading, const ChessClock& clock, GameMs made_ms);

/// Its last move was lost in a gap.
void note_worked_out(Reading& reading);

/// The move `ply` of the line has been completed, for good.
void complete(Reading& reading, std::size_t ply, GameMs t_ms, bool by_press);

/// To be told of each lift, and what stands on the board then.
void note_off_with_king(Reading& reading, chess::Bitboard occupied);

/// Where the piece taken by `move` stands; none for a quiet move.
chess::Bitboard taken_by(const chess::Position& position, chess::Move move);
/// The squares that the pieces of a move leave.
chess::Bitboard origins(chess::Move move);
/// Where hands take something up for `move`: the squares that its pieces leave, and what it takes.
chess::Bitboard hands_of(const chess::Position& position, chess::Move move);
bool promotes_on(chess::Move move, Square square);
/// Up to the piece of a promotion.
bool is_same_to_the_eye(chess::Move a, chess::Move b);

bool can_be_captured(const chess::Position& position, Square square);

} // namespace adoube::umpire
