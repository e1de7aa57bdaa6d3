#pragma once
// The games of a PGN file, numbered, for the verbs that play them.

#include "daemon/chess/notation/pgn.hpp"

#include <iosfwd>

namespace adoube::tools {

struct NumberedGame {
    int number; // 1 = the first of the file
    chess::PgnGame game;
};

struct GameFile {
    std::vector<NumberedGame> games;
    /// Games in the file, the bad ones included.
    int count = 0;
    int status = 0; // as a verb returns it
};

/// All games of a PGN file ("-" is `in`), or only the one of this number. What cannot be read, or is not
/// there, is said on `err`.
GameFile read_games(const std::string& path, std::optional<int> only, std::istream& in, std::ostream& err);

} // namespace adoube::tools
