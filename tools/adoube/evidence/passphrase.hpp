#pragma once
// A passphrase, without showing it and never from the command line, which other users can read.

#include "tools/adoube/common/failure.hpp"

#include <iosfwd>

namespace adoube::tools {

/// The first line of `file` (- is `in`); no file: asked for on the terminal without echo, twice where it is
/// new. A new one must be long enough not to be guessed.
Or<std::string> read_passphrase(const std::string& file, std::istream& in, bool is_new);

} // namespace adoube::tools
