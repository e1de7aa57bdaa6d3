#pragma once
// What an arbiter is told of a player's hands and presses: one incident for each offence. Which article it
// is, the laws room knows; here is when it applies. Sensors cannot tell whose hand it was, and the texts say
// only what they saw.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <limits>

namespace adoube::umpire {

struct Breach {
    laws::Rule rule;
    Incident incident;
};
/// `move`, about to be made, against what the ply's touches and releases oblige to (4.3, 4.4, 4.7).
std::optional<Breach> breach_of_article_4(const Reading& reading, chess::Move move, Moment made);

/// The player having the move has touched a piece, no later than `until_ms`: his right to claim the last
/// breach ends with it (4.8), and an offer that stood is declined (9.1).
void note_touch(Reading& reading, GameMs until_ms = GameMs::max());

/// A piece was put back at `back`: none of the player's whose move it is, and none that he could take.
std::optional<Incident> adjustment_out_of_turn(const Reading& reading, const Touch& touch, Moment back);

/// A breach of Article 4 by a move that stands, which the opponent may claim (4.8).
bool is_claimable_breach(IncidentKind kind);

/// One of the illegal moves of which one too many loses (7.5.5).
bool counts_as_illegal(IncidentKind kind);

/// The promotion whose pawn has gone while no new piece stands there, or a pawn does.
std::optional<chess::Move> unfinished_promotion(const Reading& reading, const Sight& sight);

/// The board shows a move of the player having the move that is against Article 3, or a promotion that is not
/// finished.
bool shows_illegal_move(const Reading& reading, const Sight& sight);

/// A late press for the last move found the squares of `wrong` as no reply that has begun explains.
void tell_displaced_after_move(Reading& reading, chess::Bitboard wrong, Moment pressed);

/// A press by the player having the move found a board that no legal move explains, or nothing moved. Tells
/// of the offence, and of the game's loss where it is one too many (7.5.5).
std::vector<Incident> offences_of_press(Reading& reading, const Sight& sight, Moment pressed);

} // namespace adoube::umpire
