#pragma once
// Paths as configured. Only places.cpp knows them, so that other units are the same in every checkout, for a
// compiler cache.

#include <string>
#include <string_view>

namespace adoube::tests {

/// As "adoubed".
std::string program(std::string_view name);
/// As "tests/replay/logs".
std::string project_file(std::string_view path);
/// Data beside the project that we may not copy, as "games/round.pgn"; may be missing.
std::string shared_data(std::string_view path);

} // namespace adoube::tests
