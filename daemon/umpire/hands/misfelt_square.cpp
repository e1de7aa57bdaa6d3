#include "daemon/umpire/hands/misfelt_square.hpp"

#include "daemon/umpire/hands/press.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

/// The one square that `move` leaves otherwise than seen, if its piece was taken up and not felt to come
/// down, or has left a square that is still felt.
Bitboard misfelt_after(const Reading& reading, const Sight& sight, chess::Move move) {
    if (move.kind == chess::MoveKind::promotion && move.promoted != chess::PieceType::queen) return 0;
    const auto wrong = sight.differing(reading.position.after(move));
    if (std::popcount(wrong) != 1) return 0;
    const bool lifted = contains(reading.ply.lifted, move.from);
    if (wrong & ~sight.occupied()) return lifted ? wrong & comes_down_on(move) : 0;
    if (lifted) return sight.dropped_ms(chess::first(wrong)) >= sight.lifted_ms(move.from) ? wrong : 0;
    const auto came = comes_down_on(move) & ~reading.position.occupied() & ~sight.masked();
    return came ? wrong & bit(move.from) : 0;
}

/// The ply after that move, as hands have begun it in `as_shown`.
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

std::optional<MisfeltSquare> misfelt_square(const Reading& before, const Sight& sight, Moment made,
                                            Moment pressed) {
    MisfeltSquare misfelt{before, made, pressed, {}};
    for (const auto move : before.position.legal_moves())
        if (const auto square = misfelt_after(before, sight, move))
            misfelt.moves.push_back({{move, Doubt::misfelt_square, sight.lifted_ms(move.from)}, square});
    if (misfelt.moves.empty()) return std::nullopt;
    std::ranges::stable_sort(misfelt.moves, std::ranges::greater{}, [&](const auto& each) {
        const auto felt_ms = sight.dropped_ms(destination(each.standing.move));
        return felt_ms > each.standing.since_ms ? felt_ms : GameMs(0);
    });
    return misfelt;
}

std::vector<Reading> answered(const MisfeltSquare& misfelt, const Reading& as_shown, const Sight& sight,
                              Moment made, Moment pressed) {
    std::vector<Reading> answered;
    std::vector<chess::Move> moves;
    for (const auto& [standing, square] : misfelt.moves) {
        auto moved = misfelt.before;
        press_for(moved, standing, misfelt.made, misfelt.pressed);
        take_hands_from(as_shown, misfelt.pressed, moved);
        auto shown = sight;
        shown.disbelieve(square & sight.differing(moved.position));
        const auto reply = shown_move(moved, shown);
        if (!reply) continue;
        moves.push_back(standing.move);
        press_for(moved, *reply, made, pressed);
        answered.push_back(std::move(moved));
    }
    if (moves.size() < 2) return answered;
    const auto told = ambiguous(misfelt.before, moves, pressed);
    for (auto& reading : answered) reading.line[misfelt.before.line.size()].incidents.push_back(told);
    return answered;
}

} // namespace adoube::umpire
