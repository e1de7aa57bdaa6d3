#pragma once
// Games of many kinds: famous, random (full of castling, promotion and captures, some Chess960), and, if
// beside the project, whole rounds with clocks.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/record/input.hpp"

#include <filesystem>
#include <random>

namespace adoube::tests {

class PlayedGames {
  public:
    /// Reads every PGN file in the folders; skips missing folders.
    explicit PlayedGames(const std::vector<std::filesystem::path>& folders);

    /// This sensing can tell it in full; it stops where the Laws end it.
    chess::PgnGame choose(record::Sensing sensing, std::mt19937_64& random) const;
    /// From the normal start.
    chess::PgnGame choose_normal(record::Sensing sensing, std::mt19937_64& random) const;

  private:
    std::vector<chess::PgnGame> known_;
};

} // namespace adoube::tests
