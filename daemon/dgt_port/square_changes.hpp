#pragma once
// What stands on the squares, and the way from one such state to another.

#include "daemon/chess/types.hpp"

#include <vector>

namespace adoube::dgt_port {

/// Indexed by square (a1 = 0).
using Squares = std::array<std::optional<chess::Piece>, 64>;

struct SquareChange {
    chess::Square square;
    std::optional<chess::Piece> piece; // empty: lifted
    friend bool operator==(const SquareChange&, const SquareChange&) = default;
};

/// One hand's way: nothing is put where something stands, a captured piece goes first, and each piece leaves
/// its square before it comes to another, the king first.
std::vector<SquareChange> changes_between(const Squares& before, const Squares& after);

} // namespace adoube::dgt_port
