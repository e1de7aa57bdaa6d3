#pragma once
// `adoube replay LOG… --out DIR`: sensor logs to games and incidents, as the sensor log's contract says.

#include "daemon/record/input.hpp"
#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct ReplayOptions {
    /// "-" is standard input.
    std::vector<std::string> logs;
    /// Gets NAME.pgn and NAME.incidents.jsonl of each NAME.jsonl; may be empty for standard input alone, and
    /// for one log that is explained: the PGN then goes to standard output.
    std::string out_dir;
    /// After each input of the one log, on standard output, the readings of the hands that are still
    /// possible, the one that is written first, and what each asks one to believe.
    bool explain = false;
    std::optional<laws::Edition> laws;
    std::optional<record::Sensing> sensing;
};

/// 0: every log was read to its end; 2: some log was not, each named on `err` as FILE:LINE: reason.
int run_replay(const ReplayOptions& options, Streams io);

} // namespace adoube::tools
