#include "daemon/chess/notation/misfit.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::chess {

std::expected<Move, Misfit> only_one(std::vector<Move> fitting, std::optional<PieceType> promoted) {
    const auto promotes = [](Move move) { return move.kind == MoveKind::promotion; };
    if (!promoted && !fitting.empty() && std::ranges::all_of(fitting, promotes))
        return std::unexpected(Misfit{Misfit::Reason::promotion_missing, {}});
    std::erase_if(fitting, [&](Move move) {
        return promotes(move) != promoted.has_value() || (promoted && move.promoted != *promoted);
    });
    if (fitting.empty()) return std::unexpected(Misfit{Misfit::Reason::illegal, {}});
    if (fitting.size() == 1) return fitting.front();
    return std::unexpected(Misfit{Misfit::Reason::ambiguous, std::move(fitting)});
}

std::string refusal(std::string_view text, const Misfit& misfit,
                    const std::function<std::string(Move)>& write) {
    switch (misfit.reason) {
    case Misfit::Reason::unreadable: return text::quoted(text) + " is no move.";
    case Misfit::Reason::illegal: return text::quoted(text) + " is no legal move here.";
    case Misfit::Reason::promotion_missing:
        return text::quoted(text) + " does not say to which piece the pawn is promoted.";
    case Misfit::Reason::ambiguous: break;
    }
    std::string list;
    for (const Move move : misfit.fitting) list += (list.empty() ? "" : ", ") + write(move);
    return text::quoted(text) + " fits more than one legal move: " + list + ".";
}

} // namespace adoube::chess
