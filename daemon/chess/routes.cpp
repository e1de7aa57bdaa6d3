#include "daemon/chess/routes.hpp"

#include "daemon/chess/steps.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

/// What a king pays for a way that is shut as the pawns stand now.
constexpr int opened_first = 8;

/// By square the moves to it; `steps` tells where a piece on a square goes next.
template<class Steps>
std::array<std::uint8_t, 64> moves_from(Square from, Steps steps) {
    std::array<std::uint8_t, 64> moves;
    moves.fill(Routes::none);
    Bitboard seen = bit(from), edge = seen;
    for (std::uint8_t far = 0; edge != 0; ++far) {
        Bitboard next = 0;
        while (edge != 0) {
            const Square at = pop(edge);
            moves[index(at)] = far;
            next |= steps(at);
        }
        edge = next & ~seen;
        seen |= edge;
    }
    return moves;
}

/// By side where its king cannot go as long as all pawns stay that cannot be pushed now.
std::array<Bitboard, 2> shut_to_kings(const Position& root) {
    Bitboard obstacles = 0;
    for (const PieceType type : {PieceType::pawn, PieceType::king})
        for (const Side side : {Side::white, Side::black}) obstacles |= root.pieces(side, type);
    std::array<Bitboard, 2> locked{}, held{};
    for (const Side side : {Side::white, Side::black}) {
        locked[static_cast<int>(side)] = root.pieces(side, PieceType::pawn) & forward(other(side), obstacles);
        held[static_cast<int>(side)] = pawn_captures(side, locked[static_cast<int>(side)]);
    }
    const auto shut = [&](Side side) {
        return locked[static_cast<int>(side)] | held[1 - static_cast<int>(side)];
    };
    // A king without a step guards what is beside him for good.
    for (const Side side : {Side::white, Side::black})
        if (const Bitboard beside = attacks::king(root.king(side)); (beside & ~shut(side)) == 0)
            held[static_cast<int>(side)] |= beside;
    return {shut(Side::white), shut(Side::black)};
}

} // namespace

Routes::Routes(const Position& root) : reach_(reach_of(root)) {
    lay_out_pieces();
    lay_out_kings(root);
}

void Routes::lay_out_pieces() {
    for (const PieceType type : officers)
        for (int from = 0; from < 64; ++from)
            pieces_[static_cast<int>(type)][from] = moves_from(static_cast<Square>(from), [&](Square at) {
                return attacks_from(type, Side::white, at, reach_.firm) & ~reach_.firm;
            });
}

void Routes::lay_out_kings(const Position& root) {
    std::array<Bitboard, 2> attacked{};
    for (const Unit& unit : reach_)
        if (contains(reach_.firm, unit.start))
            attacked[static_cast<int>(unit.side)] |= steps_from(unit.type, unit.side, bit(unit.start));
    const auto shut_now = shut_to_kings(root);
    for (const int side : {0, 1})
        for (int from = 0; from < 64; ++from) {
            const Bitboard ever = ~reach_.firm & ~attacked[1 - side], now = ever & ~shut_now[side];
            const auto through = [from](Bitboard open) {
                return moves_from(static_cast<Square>(from),
                                  [open](Square at) { return attacks::king(at) & open; });
            };
            const auto at_once = through(now);
            auto& ways = kings_[side][from] = through(ever);
            for (int to = 0; to < 64; ++to)
                if (ways[to] < none)
                    ways[to] = static_cast<std::uint8_t>(std::min<int>(at_once[to], ways[to] + opened_first));
        }
}

int Routes::of_king(const Position& position, Side side, Square to) const {
    const Square king = position.king(side);
    const int far = of_king(side, king, to);
    if (far == 0 || far >= none) return far;
    for (Bitboard steps = attacks::king(king) & ~position.pieces(side); steps != 0;) {
        const Square step = pop(steps);
        if (of_king(side, step, to) < far && !position.is_attacked(step, other(side))) return far;
    }
    return far + 1;
}

} // namespace adoube::chess
