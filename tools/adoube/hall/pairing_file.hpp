#pragma once
// A round of pairings from a file of any kind: TRF, CSV or PGN, as its content shows.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tools {

struct PairingFile {
    tournament::RoundPairings round;
    bool has_boards = true; // TRF has none
};

/// `round`: empty for the last one in the file. The error is one sentence that names the file.
std::expected<PairingFile, std::string> read_pairings(const std::string& path, std::optional<int> round);

} // namespace adoube::tools
