#include "daemon/umpire/centre_kings.hpp"

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

constexpr Square d4{27}, e4{28}, d5{35}, e5{36};
constexpr Bitboard white_squares = bit(e4) | bit(d5);
constexpr Bitboard black_squares = bit(d4) | bit(e5);
constexpr Bitboard centre = white_squares | black_squares;

/// Where the king of `side` may stand: in any reading, with the move that stands on the board or without.
Bitboard king_squares(const Readings& readings, Side side) {
    Bitboard squares = 0;
    for (const auto& reading : readings.with_standing({})) squares |= bit(reading.position.king(side));
    return squares;
}

bool is_king(const Sight& sight, Square square, Side side) {
    const auto seen = sight.at(square);
    return seen && (!seen->side || *seen->side == side) &&
           (!seen->type || *seen->type == chess::PieceType::king);
}

} // namespace

void CentreKings::lift(Square square, std::int64_t t_ms, const Readings& before) {
    set_ &= ~bit(square);
    for (const auto side : {Side::white, Side::black}) {
        auto& lifted = lifted_[static_cast<std::size_t>(side)];
        // A king that is moved once more after it had come to rest was moving in the game before.
        const bool moved_on = !contains(centre, square) && t_ms - before.changed_ms() >= bounds::released_ms;
        if (lifted && !moved_on) continue;
        if (contains(king_squares(before, side), square)) lifted = Lifted{before, t_ms, square};
    }
}

void CentreKings::drop(Square square) {
    if (lifted_[0] || lifted_[1]) set_ |= bit(square);
}

void CentreKings::forget() {
    lifted_ = {};
    set_ = 0;
}

std::optional<chess::Result> CentreKings::shown(const Sight& sight) const {
    if (!lifted_[0] || !lifted_[1]) return std::nullopt;
    auto set = set_ & centre & sight.occupied();
    if (std::popcount(set) != 2) return std::nullopt;
    for (const auto& lifted : lifted_)
        if (contains(sight.occupied() & ~set, lifted->from)) return std::nullopt;
    const bool white = (set & black_squares) == 0;
    const bool black = (set & white_squares) == 0;
    const auto one = chess::pop(set), two = chess::first(set);
    const bool kings = (is_king(sight, one, Side::white) && is_king(sight, two, Side::black)) ||
                       (is_king(sight, one, Side::black) && is_king(sight, two, Side::white));
    if (!kings) return std::nullopt;
    if (white) return chess::Result::white_wins;
    return black ? chess::Result::black_wins : chess::Result::draw;
}

const Readings& CentreKings::before() const {
    return lifted_[0]->t_ms <= lifted_[1]->t_ms ? lifted_[0]->before : lifted_[1]->before;
}

} // namespace adoube::umpire
