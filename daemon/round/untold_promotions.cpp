#include "daemon/round/untold_promotions.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

/// An arbiter named its piece, or entered the move.
bool is_told_by(const Act& act, const umpire::MoveRecord& made) {
    if (const auto* promoted = std::get_if<record::Promoted>(&act.what))
        return promoted->square == made.move.to && promoted->piece == made.move.promoted &&
               act.t_ms >= made.made_ms;
    return std::holds_alternative<record::PlayMove>(act.what) && act.t_ms == made.made_ms;
}

} // namespace

std::vector<int> untold_promotions(const umpire::GameRecord& record, record::Sensing sensing,
                                   std::span<const Act> acts) {
    std::vector<int> plies;
    if (sensing == record::Sensing::identity) return plies;
    chess::Bitboard later = 0;
    for (auto ply = record.moves.size(); ply-- > 0;) {
        const auto& made = record.moves[ply];
        if (made.move.kind != chess::MoveKind::promotion || contains(later, made.move.to)) continue;
        later |= chess::bit(made.move.to);
        if (std::ranges::none_of(acts, [&](const Act& act) { return is_told_by(act, made); }))
            plies.push_back(static_cast<int>(ply) + 1);
    }
    std::ranges::reverse(plies);
    return plies;
}

} // namespace adoube::round
