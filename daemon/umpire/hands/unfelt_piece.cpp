#include "daemon/umpire/hands/unfelt_piece.hpp"

#include "daemon/umpire/hands/press.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

/// The square, if `move` leaves the board as seen but for the one piece that came down there.
Bitboard unfelt_after(const Reading& reading, const Sight& sight, chess::Move move) {
    if (move.kind == chess::MoveKind::promotion && move.promoted != chess::PieceType::queen) return 0;
    const auto wrong = sight.differing(reading.position.after(move));
    const bool one = std::popcount(wrong) == 1 && (wrong & ~sight.occupied() & comes_down_on(move));
    return one && contains(reading.ply.lifted, move.from) ? wrong : 0;
}

/// The ply after the unfelt move, as hands have begun it in `as_shown`.
void take_hands_from(const Reading& as_shown, Moment since, Reading& next) {
    for (const auto& touch : as_shown.ply.touches) {
        if (touch.lifted.input <= since.input) continue;
        next.ply.touches.push_back(touch);
        next.ply.lifted |= bit(touch.square);
    }
    next.adjusting = as_shown.adjusting;
    next.offers = as_shown.offers;
}

} // namespace

std::optional<UnfeltPiece> unfelt_piece(const Reading& before, const Sight& sight, Moment made,
                                        Moment pressed) {
    UnfeltPiece unfelt{before, made, pressed, {}};
    for (const auto move : before.position.legal_moves())
        if (unfelt_after(before, sight, move))
            unfelt.moves.push_back({move, Doubt::unfelt_piece, sight.lifted_ms(move.from)});
    if (unfelt.moves.empty()) return std::nullopt;
    std::ranges::stable_sort(unfelt.moves, std::ranges::greater{}, [&](const Standing& each) {
        const auto felt_ms = sight.dropped_ms(destination(each.move));
        return felt_ms > each.since_ms ? felt_ms : GameMs(0);
    });
    return unfelt;
}

std::vector<Reading> answered(const UnfeltPiece& unfelt, const Reading& as_shown, const Sight& sight,
                              Moment made, Moment pressed) {
    std::vector<Reading> answered;
    std::vector<chess::Move> moves;
    for (const auto& standing : unfelt.moves) {
        auto moved = pressed_for(unfelt.before, standing, unfelt.made, unfelt.pressed);
        take_hands_from(as_shown, unfelt.pressed, moved);
        auto shown = sight;
        shown.leave_unfelt(comes_down_on(standing.move) & ~sight.occupied());
        const auto reply = shown_move(moved, shown);
        if (!reply) continue;
        moves.push_back(standing.move);
        answered.push_back(pressed_for(moved, *reply, made, pressed));
    }
    if (moves.size() < 2) return answered;
    const auto told = ambiguous(unfelt.before, moves, pressed);
    for (auto& reading : answered) reading.line[unfelt.before.line.size()].incidents.push_back(told);
    return answered;
}

Bitboard not_felt(const Reading& reading, const Sight& sight) {
    return reading.position.occupied() & ~sight.occupied() & ~sight.masked();
}

} // namespace adoube::umpire
