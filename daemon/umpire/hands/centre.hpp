#pragma once
// The four squares where players set the kings to end a game.

#include "daemon/umpire/data/inputs.hpp"

namespace adoube::umpire {

inline constexpr Square d4{27}, e4{28}, d5{35}, e5{36};
inline constexpr chess::Bitboard centre = chess::bit(d4) | chess::bit(e4) | chess::bit(d5) | chess::bit(e5);

/// Even a legal move may be a step of the ceremony (hands/centre_kings.hpp).
inline bool may_be_of_ceremony(const chess::Position& before, chess::Move move) {
    const bool by_king = move.from == before.king(Side::white) || move.from == before.king(Side::black);
    return by_king && chess::contains(centre, destination(move));
}

} // namespace adoube::umpire
