#pragma once
// The numbered games of a PGN file.

#include "daemon/chess/notation/pgn.hpp"

#include <iosfwd>

namespace adoube::tools {

struct NumberedGame {
    int number; // 1 = the first
    chess::PgnGame game;
};

struct GameFile {
    std::vector<NumberedGame> games;
    int count = 0;  // including bad ones
    int status = 0; // as a verb returns it
};

/// "-" is `in`. Reports on `err` what cannot be read or is missing.
GameFile read_games(const std::string& path, std::optional<int> only, std::istream& in, std::ostream& err);

} // namespace adoube::tools
