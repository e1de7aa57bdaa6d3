#include "daemon/umpire/centre_kings.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

constexpr Square d4{27}, e4{28}, d5{35}, e5{36};
constexpr Bitboard white_squares = bit(e4) | bit(d5);
constexpr Bitboard black_squares = bit(d4) | bit(e5);
constexpr Bitboard centre = white_squares | black_squares;

/// Does `side`'s king stand on `square` in some reading, with the move that stands on the board or without?
/// `settled`: by a move that is behind him, since another was made or he did not go to the centre.
bool king_stands(const Readings& readings, Side side, Square square, bool settled) {
    return std::ranges::any_of(readings.with_standing({}), [&](const Reading& reading) {
        if (reading.position.king(side) != square) return false;
        if (!settled || !contains(centre, square) || reading.line.empty()) return true;
        return destination(reading.line.back().record.move) != square;
    });
}

bool is_king(const Sight& sight, Square square, Side side) {
    const auto seen = sight.at(square);
    return seen && (!seen->side || *seen->side == side) &&
           (!seen->type || *seen->type == chess::PieceType::king);
}

} // namespace

void CentreKings::lift(Square square, std::int64_t t_ms, const Readings& before) {
    for (const auto side : {Side::white, Side::black}) {
        auto& lifted = lifted_[static_cast<std::size_t>(side)];
        // A king that is lifted once more from where he had come to rest was moving in the game before.
        const bool rested = t_ms - before.sight().dropped_ms(square) >= bounds::rest_ms;
        if (lifted && !rested) continue;
        if (king_stands(before, side, square, lifted.has_value())) lifted = Lifted{before, t_ms, square};
    }
}

void CentreKings::drop(Square square, std::int64_t t_ms) {
    for (auto& lifted : lifted_)
        if (lifted && lifted->from == square && !contains(centre, square)) lifted.reset(); // put back
    set_ms_[static_cast<std::size_t>(index(square))] = t_ms;
}

void CentreKings::forget(std::int64_t until_ms) {
    for (auto& lifted : lifted_)
        if (lifted && lifted->t_ms <= until_ms) lifted.reset();
}

const CentreKings::Lifted& CentreKings::first() const {
    return lifted_[0]->t_ms <= lifted_[1]->t_ms ? *lifted_[0] : *lifted_[1];
}

std::optional<chess::Result> CentreKings::shown(const Sight& sight) const {
    if (!lifted_[0] || !lifted_[1]) return std::nullopt;
    // Where pieces came to stand since then, other than back on their own squares.
    const auto stood = first().before.sight().occupied() & ~centre;
    Bitboard set = 0;
    for (auto rest = sight.occupied() & ~stood; rest;) {
        const auto square = chess::pop(rest);
        const auto set_ms = set_ms_[static_cast<std::size_t>(index(square))];
        if (set_ms + bounds::seen_twice_ms >= first().t_ms) set |= bit(square);
    }
    if (std::popcount(set) != 2 || (set & ~centre)) return std::nullopt;
    // No other piece has left its square since, but for those that made room.
    auto gone = stood & first().before.best().position.occupied() & ~sight.occupied();
    for (const auto& lifted : lifted_) gone &= ~bit(lifted->from);
    if (gone) return std::nullopt;
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

const Readings& CentreKings::before() const { return first().before; }

Bitboard CentreKings::cleared_for(const Readings& before) {
    return centre & before.sight().differing(before.best().position);
}

} // namespace adoube::umpire
