#pragma once
// A key for hash tables that also compare positions: faster than the repetition key, blind to castling and en
// passant.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

inline std::uint64_t quick_key(const Position& position) {
    std::uint64_t key = position.to_move() == Side::white ? 0 : 0x94d049bb133111eb;
    for (const PieceType type : all_piece_types) {
        key ^= position.pieces(Side::white, type) ^ std::rotl(position.pieces(Side::black, type), 29);
        key *= 0x9e3779b97f4a7c15;
        key ^= key >> 32;
    }
    return key;
}

} // namespace adoube::chess
