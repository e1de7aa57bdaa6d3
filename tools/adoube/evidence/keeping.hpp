#pragma once
// `adoube evidence list|hold|release|delete`: how long a game's record is kept. Changes go through a running
// daemon.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct ListOptions {
    std::string journal = "adoube.journal";
    std::optional<int> days; // evidence_days of the daemon: shows each game's due date
    bool json = false;
};
/// Lists kept and deleted games.
int run_evidence_list(const ListOptions& options, Streams io);

struct KeepingOptions {
    std::vector<std::string> games;
    std::string journal = "adoube.journal";
    std::string control; // the daemon's socket; empty: beside the journal
    std::string why;     // of `hold`
    std::string before;  // of `delete`: 2026-11-20, all that ended before that day (UTC)
    bool yes = false;    // of `delete`: do not ask
    LastGame last{};     // adds it
    bool json = false;
};
/// 0 also if there was nothing to do; 2 if refused.
int run_evidence_hold(const KeepingOptions& options, Streams io);
int run_evidence_release(const KeepingOptions& options, Streams io);
/// Asks on `out`, with `json` on `err`; 2 unless `in` says yes.
int run_evidence_delete(const KeepingOptions& options, Streams io);

} // namespace adoube::tools
