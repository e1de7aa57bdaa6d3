#pragma once
// `adoube evidence export` and `adoube evidence checkpoint`: out of a journal, also while its daemon writes
// it.

#include "tools/adoube/common/streams.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct ExportOptions {
    std::string game, journal = "adoube.journal", key = "adoube.key", output;
    std::optional<int> from, to;        // plies; 1 = the first move
    std::vector<std::string> cosigned;  // files with checkpoints of this game that others have co-signed
    std::vector<std::string> witnesses; // the keys that they did it with
    int board = 0;                      // the last game of that board, instead of `game`
};
/// Names the keys before this one, as KEY.statements has them. Writes the evidence to `output`, or to `out`.
/// 1 where the journal does not hold what was signed; 2 where something cannot be read or written, or there
/// is no such part of the game.
int run_evidence_export(const ExportOptions& options, Streams io);

struct CheckpointOptions {
    std::string game, journal = "adoube.journal", output;
    std::optional<std::uint64_t> old_size;
    int board = 0; // the last game of that board, instead of `game`
};
/// The last checkpoint that was signed, to be published or co-signed. With `old_size`, as an add-checkpoint
/// request of C2SP tlog-witness: with the proof that it goes on from that size.
int run_evidence_checkpoint(const CheckpointOptions& options, Streams io);

} // namespace adoube::tools
