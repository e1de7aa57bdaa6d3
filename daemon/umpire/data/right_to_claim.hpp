#pragma once
// What the player to move may claim of the position as it stands, without announcing a move (9.2.2, 9.3.2).

#include "daemon/chess/types.hpp"

namespace adoube::umpire {

struct RightToClaim {
    static constexpr int times_to_claim = 3;

    chess::Side side = chess::Side::white;
    int ply = 1;        // as of an incident that tells of it
    int times = 1;      // that the position has stood
    bool fifty = false; // moves by each player, without a pawn's move or a capture
    bool lost = false;  // by a touch (9.4)

    friend bool operator==(const RightToClaim&, const RightToClaim&) = default;
};

} // namespace adoube::umpire
