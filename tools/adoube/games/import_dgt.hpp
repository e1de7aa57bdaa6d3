#pragma once
// `adoube import dgt FILE [-o LOG]`: from recorded bytes of a DGT board to a sensor log.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct ImportDgtOptions {
    /// One base64 message a line, or raw bytes; "-" is standard input.
    std::string file;
    std::string log; // empty: standard output
};

/// 2 also if the recording holds anything but DGT messages: `err` names each such place as FILE:LINE
/// (FILE:byte N if raw), and the rest is still imported.
int run_import_dgt(const ImportDgtOptions& options, Streams io);

} // namespace adoube::tools
