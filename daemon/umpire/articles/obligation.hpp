#pragma once
// Touch-move: which moves the touched pieces leave to the player (Articles 4.3-4.5).

#include "daemon/chess/position.hpp"
#include "daemon/laws/articles.hpp"
#include "daemon/record/arbiter_only.hpp"

#include <optional>
#include <span>
#include <vector>

namespace adoube::umpire {

struct Obligation {
    laws::Rule rule;
    std::vector<chess::Move> allowed;
};

/// What the player having the move in `position` is bound to by the squares whose pieces were touched, in the
/// order of the first touch of each; nothing where none can be moved or captured (4.5).
std::optional<Obligation> obligation(const chess::Position& position, std::span<const chess::Square> touched);

/// The obligation that `move` breaks: by what was touched `before` the hands took it up, and for king and
/// rook (4.4) by `all` that was touched, the move's own pieces included.
std::optional<Obligation> broken_obligation(const chess::Position& position,
                                            std::span<const chess::Square> before,
                                            std::span<const chess::Square> all, chess::Move move);

} // namespace adoube::umpire
