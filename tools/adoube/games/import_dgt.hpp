#pragma once
// `adoube import dgt FILE [-o LOG]`: from recorded bytes of a DGT board to a sensor log.

#include "tools/adoube/games/imported_log.hpp"

namespace adoube::tools {

/// The file holds one base64 message a line, or raw bytes.
///
/// 2 also if the recording holds anything but DGT messages: `err` names each such place as FILE:LINE
/// (FILE:byte N if raw), and the rest is still imported.
int run_import_dgt(const ImportOptions& options, Streams io);

} // namespace adoube::tools
