#pragma once
// Games that were over, and shown, before the daemon's start: its journal as boards of the hall would have
// left it, round after round.

#include "hands.hpp"

#include <filesystem>

namespace adoube::soak {

struct Past {
    std::vector<Expected> games; // the oldest first
    std::size_t rounds = 0;      // of which every board has played one game each
};

/// At least `games`, on boards with the numbers, and the ids of Board, 1 to `boards`; the games of the next
/// round are armed.
Past write_past(const std::filesystem::path& journal, std::size_t games, std::size_t boards,
                const tests::PlayedGames& source, std::uint64_t seed);

} // namespace adoube::soak
