#pragma once
// `adoube evidence export|checkpoint`: out of a journal, also while its daemon writes it.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct ExportOptions {
    std::string game, journal = "adoube.journal", key = "adoube.key", output;
    std::optional<int> from, to;        // plies; 1 = the first move
    std::vector<std::string> cosigned;  // files of co-signed checkpoints
    std::vector<std::string> witnesses; // their co-signers' keys
    LastGame last{};                    // instead of `game`
};
/// The evidence names the key's predecessors from KEY.statements. 1 if the journal does not hold what was
/// signed; 2 also if the game has no such part.
int run_evidence_export(const ExportOptions& options, Streams io);

struct CheckpointOptions {
    std::string game, journal = "adoube.journal", output;
    std::optional<std::uint64_t> old_size;
    LastGame last{}; // instead of `game`
};
/// The last one signed. With `old_size`: a C2SP tlog-witness add-checkpoint request, with its proof.
int run_evidence_checkpoint(const CheckpointOptions& options, Streams io);

} // namespace adoube::tools
