#pragma once
// Why a written move is refused, in any notation.

#include "daemon/chess/move.hpp"

#include <expected>
#include <functional>
#include <vector>

namespace adoube::chess {

struct Misfit {
    enum class Reason : std::uint8_t { unreadable, illegal, promotion_missing, ambiguous };
    Reason reason;
    /// If ambiguous: what it may mean.
    std::vector<Move> fitting;
};

/// The one move of `fitting` that promotes to `promoted`, or does not promote.
std::expected<Move, Misfit> only_one(std::vector<Move> fitting, std::optional<PieceType> promoted);

/// One sentence that names the text; `write` renders a move in its notation.
std::string refusal(std::string_view text, const Misfit& misfit,
                    const std::function<std::string(Move)>& write);

} // namespace adoube::chess
