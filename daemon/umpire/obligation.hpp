#pragma once
// Touch-move: which moves the touched pieces leave to the player (Articles 4.3-4.5).

#include "daemon/chess/position.hpp"
#include "daemon/laws/articles.hpp"
#include "daemon/umpire/arbiter_only.hpp"

#include <span>
#include <vector>

namespace adoube::umpire {

struct Obligation {
    /// The rule that binds; of no meaning where nothing does.
    laws::Rule rule = laws::Rule::own_piece_touched;
    /// All legal moves where nothing binds (4.5).
    std::vector<chess::Move> allowed;
    bool binds = false;
};

/// What the player having the move in `position` is bound to by the squares whose pieces were touched, in the
/// order of the first touch of each.
Obligation obligation(const chess::Position& position, std::span<const chess::Square> touched);

} // namespace adoube::umpire
