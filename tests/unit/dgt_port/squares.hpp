#pragma once
// Squares as tests write them.

#include "daemon/chess/position.hpp"
#include "daemon/dgt_port/square_changes.hpp"

namespace adoube::tests {

inline dgt_port::Squares squares_of(const chess::Position& position) {
    dgt_port::Squares squares;
    for (std::size_t square = 0; square < 64; ++square)
        squares[square] = position.at(static_cast<chess::Square>(square));
    return squares;
}

inline const dgt_port::Squares start_squares = squares_of(chess::Position::start());

inline std::string placement_of(const dgt_port::Squares& squares) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto& piece = squares[static_cast<std::size_t>(chess::make_square(file, rank))];
            if (!piece && ++empty < 8 && file < 7) continue;
            if (empty > 0) text += std::to_string(std::exchange(empty, 0));
            if (piece) text += chess::to_char(*piece);
        }
        if (rank > 0) text += '/';
    }
    return text;
}

} // namespace adoube::tests
