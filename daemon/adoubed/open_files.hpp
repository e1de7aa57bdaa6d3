#pragma once
// How many files the system lets this process have open: each viewer is one, and must leave enough for the
// journal, the boards and all else.

#include <cstddef>

namespace adoube::adoubed {

/// Asks the system for as many as it gives, and says how many of them viewers may have beside so many boards.
std::size_t files_for_viewers(std::size_t boards);

} // namespace adoube::adoubed
