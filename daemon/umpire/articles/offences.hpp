#pragma once
// Offences by hands and presses, one incident each: when an Article applies. Sensors cannot tell whose hand
// it was, so the texts say only what they saw.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <limits>

namespace adoube::umpire {

struct Breach {
    laws::Rule rule;
    Incident incident;
};
/// `move` against what the ply's touches and releases oblige to (4.3, 4.4, 4.7).
std::optional<Breach> breach_of_article_4(const Reading& reading, chess::Move move, Moment made);

/// If the player to move touched a piece by `until_ms`, their right to claim the last breach ends (4.8), and
/// a draw offer to them is declined (9.1).
void note_touch(Reading& reading, GameMs until_ms = GameMs::max());

/// A piece that the player to move neither owns nor can capture was put back.
std::optional<Incident> adjustment_out_of_turn(const Reading& reading, const Touch& touch, Moment back);

/// A breach of Article 4 (4.8).
bool is_claimable_breach(IncidentKind kind);

/// One too many of these loses (7.5.5).
bool counts_as_illegal(IncidentKind kind);

/// A promotion whose pawn has left while its new square is empty or holds a pawn.
std::optional<chess::Move> unfinished_promotion(const Reading& reading, const Sight& sight);

/// An unfinished promotion, or one piece of the player to move moved against Article 3.
bool shows_illegal_move(const Reading& reading, const Sight& sight);

/// A late press for the last move found squares, `wrong`, that no reply in progress explains.
void tell_displaced_after_move(Reading& reading, chess::Bitboard wrong, Moment pressed);

/// A press by the player to move found no move, or a board that no legal move explains: the offence, and the
/// loss of the game if it is one too many (7.5.5).
std::vector<Incident> offences_of_press(Reading& reading, const Sight& sight, Moment pressed);

} // namespace adoube::umpire
