#pragma once
// What `adoube import` makes of another maker's recording, and where it goes.

#include "daemon/record/input.hpp"
#include "tools/adoube/common/progress.hpp"

#include <string>
#include <vector>

namespace adoube::tools {

struct SensorLog {
    record::Header header;
    std::vector<record::Input> inputs;
};

struct ImportOptions {
    std::string file; // "-" is standard input
    std::string log;  // empty: standard output
};

/// False if it cannot be written; `io.err` says why.
bool write_log(const SensorLog& log, const ImportOptions& options, Streams io);

} // namespace adoube::tools
