#include "daemon/chess/unwinnable/routes.hpp"

#include "daemon/chess/unwinnable/steps.hpp"

namespace adoube::chess {

namespace {

std::array<std::uint8_t, 64> moves_from(PieceType type, Square from, Bitboard firm) {
    std::array<std::uint8_t, 64> moves;
    moves.fill(Routes::none);
    Bitboard seen = bit(from), edge = seen;
    for (std::uint8_t far = 0; edge != 0; ++far) {
        Bitboard next = 0;
        while (edge != 0) {
            const Square at = pop(edge);
            moves[index(at)] = far;
            next |= attacks_from(type, Side::white, at, firm) & ~firm;
        }
        edge = next & ~seen;
        seen |= edge;
    }
    return moves;
}

} // namespace

Routes::Routes(const Position& root) : reach_(reach_of(root)) {
    for (const PieceType type : officers)
        for (int from = 0; from < 64; ++from)
            pieces_[static_cast<int>(type)][from] = moves_from(type, static_cast<Square>(from), reach_.firm);
    for (const Unit& unit : reach_)
        if (unit.type == PieceType::king) king_squares_[static_cast<int>(unit.side)] = unit.squares;
}

} // namespace adoube::chess
