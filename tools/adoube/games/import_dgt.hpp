#pragma once
// `adoube import dgt FILE [-o LOG]`: recorded bytes of a DGT board to a sensor log.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct ImportDgtOptions {
    /// One message a line in base64, or the raw bytes; "-" is standard input.
    std::string file;
    /// Empty: standard output.
    std::string log;
};

/// 0; 2 where the file cannot be read or the log not be written, and where something in it was no message of
/// a DGT board: each such place is named on `err` as FILE:LINE (FILE:byte N in raw bytes), and the rest is
/// imported all the same.
int run_import_dgt(const ImportDgtOptions& options, Streams io);

} // namespace adoube::tools
