#pragma once
// A square whose sensor does not feel the piece put down there, or holds on when its piece has left. The
// press for that move is `displaced` (7.4.1), as the board shows; when the opponent replies and presses,
// nobody missed a piece: it was moved.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <optional>
#include <vector>

namespace adoube::umpire {

/// A press that found the board, unchanged since `made`, as each of `moves` leaves it but for one square.
struct MisfeltSquare {
    struct Explained {
        Standing standing;
        chess::Bitboard square;
    };
    Reading before; // the press
    Moment made, pressed;
    std::vector<Explained> moves; // where the piece was felt last first
};
std::optional<MisfeltSquare> misfelt_square(const Reading& before, const Sight& sight, Moment made,
                                            Moment pressed);

/// Each of those moves that the opponent may have replied to, with the reply that this press completes; told
/// as ambiguous if there are several. `as_shown` is the reading that takes the board as it is seen.
std::vector<Reading> answered(const MisfeltSquare& misfelt, const Reading& as_shown, const Sight& sight,
                              Moment made, Moment pressed);

} // namespace adoube::umpire
