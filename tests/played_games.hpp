#pragma once
// Games of many kinds: those that people remember, games by chance full of castling, promotion and captures
// (some of Chess960), and, where they are beside the project, whole rounds with their clocks.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/record/input.hpp"

#include <filesystem>
#include <random>

namespace adoube::tests {

class PlayedGames {
  public:
    /// Of every PGN file in the folders; one that is not there is passed over.
    explicit PlayedGames(const std::vector<std::filesystem::path>& folders);

    /// One that can be told in full to sensors of this kind, and ends where the Laws end it at the latest.
    chess::PgnGame choose(record::Sensing sensing, std::mt19937_64& random) const;
    /// The same from the normal start.
    chess::PgnGame choose_normal(record::Sensing sensing, std::mt19937_64& random) const;

  private:
    std::vector<chess::PgnGame> known_;
};

} // namespace adoube::tests
