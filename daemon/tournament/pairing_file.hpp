#pragma once
// A round of pairings from a file of any kind: TRF, CSV or PGN, as its content shows.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

struct RoundFile {
    std::string name; // for what is told of it
    std::string bytes;
};

struct PairingFile {
    RoundPairings round;
    bool has_boards = true; // TRF has none
};

/// `round`: empty for the last one in the file. The error is one sentence that names the file.
std::expected<PairingFile, std::string> read_pairings(const RoundFile& file, std::optional<int> round);

} // namespace adoube::tournament
