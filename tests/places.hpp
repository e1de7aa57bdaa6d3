#pragma once
// Where things are, as the build was configured. One unit knows it, so that all others are the same in every checkout and a
// compiler cache finds them.

#include <string>
#include <string_view>

namespace adoube::tests {

/// One of our programs, as "adoubed".
std::string program(std::string_view name);
/// As "tests/replay/logs".
std::string project_file(std::string_view path);
/// What lies beside the project and is not ours to copy, as "games/round.pgn"; it may be missing.
std::string shared_data(std::string_view path);

} // namespace adoube::tests
