#pragma once
// Touch-move: the moves that touched pieces leave to the player (Articles 4.3-4.5).

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

/// `touched`: in order of first touch. Empty where no touched piece can be moved or captured (4.5).
std::optional<Obligation> obligation(const chess::Position& position, std::span<const chess::Square> touched);

/// The obligation that `move` breaks: by pieces touched `before` the hands took it up; for king and rook
/// (4.4) by `all`, the move's own included.
std::optional<Obligation> broken_obligation(const chess::Position& position,
                                            std::span<const chess::Square> before,
                                            std::span<const chess::Square> all, chess::Move move);

} // namespace adoube::umpire
