#pragma once
// `adoube replay LOG… --out DIR`: from sensor logs to games and incidents, as the sensor log's contract says.

#include "daemon/record/input.hpp"
#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct ReplayOptions {
    std::vector<std::string> logs; // "-" is standard input
    /// Gets NAME.pgn and NAME.incidents.jsonl for each NAME.jsonl. May be empty for standard input alone, or
    /// for one explained log: its PGN then goes to standard output.
    std::string out_dir;
    /// Prints, after each input, the possible readings of the hands, the one in the record first, and what
    /// each assumes.
    bool explain = false;
    std::optional<laws::Edition> laws;
    std::optional<record::Sensing> sensing;
    /// Prints a JSON object for each log. Not with `explain`.
    bool json = false;
};

/// 2 if any log was not read to its end: `err` names it as FILE:LINE: reason.
int run_replay(const ReplayOptions& options, Streams io);

} // namespace adoube::tools
