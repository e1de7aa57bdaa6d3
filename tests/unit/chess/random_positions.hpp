#pragma once
// Random positions, the same for a seed on every machine.

#include "daemon/chess/position.hpp"

#include <functional>
#include <random>

using Random = std::mt19937_64;

/// 0 … below - 1. Not std::uniform_int_distribution, which differs between libraries.
inline std::size_t pick(Random& random, std::size_t below) {
    return static_cast<std::size_t>(random() % below);
}

/// The normal start, a Chess960 start, or a rich position.
adoube::chess::Position random_start(Random& random);

/// Few random pieces with castling rights, if FEN accepts them.
adoube::chess::Position random_placement(Random& random);
