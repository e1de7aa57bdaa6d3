#pragma once
// A passphrase, never from the command line, which other users can read.

#include "tools/adoube/common/failure.hpp"

#include <iosfwd>

namespace adoube::tools {

/// The first line of `file` (- is `in`); without a file, asks on the terminal without echo, twice if new. A
/// new one has at least 12 bytes.
Or<std::string> read_passphrase(const std::string& file, std::istream& in, bool is_new);

} // namespace adoube::tools
