#pragma once
// A piece put down where its sensor does not feel it. The press for it is `displaced` (7.4.1), as the board
// shows; when the opponent replies and presses, nobody missed the piece: it was moved.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <optional>
#include <vector>

namespace adoube::umpire {

/// A press that found the board, unchanged since `made`, as each of `moves` leaves it but for the piece
/// moved.
struct UnfeltPiece {
    Reading before; // the press
    Moment made, pressed;
    std::vector<Standing> moves; // where it was felt last first
};
std::optional<UnfeltPiece> unfelt_piece(const Reading& before, const Sight& sight, Moment made,
                                        Moment pressed);

/// Each of those moves that the opponent may have replied to, with the reply that this press completes; told
/// as ambiguous if there are several. `as_shown` is the reading in which the piece is missing.
std::vector<Reading> answered(const UnfeltPiece& unfelt, const Reading& as_shown, const Sight& sight,
                              Moment made, Moment pressed);

/// Where `reading` has pieces that are not seen: all of them are taken to stand there.
chess::Bitboard not_felt(const Reading& reading, const Sight& sight);

} // namespace adoube::umpire
