#pragma once
// `adoube evidence list`, `hold`, `release` and `delete`: how long the record of a game is kept. What changes
// it is done in the journal, or by the daemon that has it.

#include "tools/adoube/common/streams.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct ListOptions {
    std::string journal = "adoube.journal";
    std::optional<int> days; // the rule of the daemon's configuration: shows when each game is due
};
/// One line for each game that is kept or was deleted.
int run_evidence_list(const ListOptions& options, Streams io);

struct KeepingOptions {
    std::vector<std::string> games;
    std::string journal = "adoube.journal";
    std::string control; // the daemon's socket; empty: beside the journal
    std::string why;     // of `hold`
    std::string before;  // of `delete`: 2026-11-20, all that ended before that day (UTC)
    bool yes = false;    // of `delete`: without asking
    int board = 0;       // the last game of that board, too
};
/// 0 once it is done, or there was nothing to do; 2 where it was refused.
int run_evidence_hold(const KeepingOptions& options, Streams io);
int run_evidence_release(const KeepingOptions& options, Streams io);
/// Asks on `out`, and takes the answer from `in`; 2 also where that is not yes.
int run_evidence_delete(const KeepingOptions& options, Streams io);

} // namespace adoube::tools
