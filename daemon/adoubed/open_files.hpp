#pragma once
// Each viewer takes one of the process's open files; journal, boards and the rest need theirs.

#include <cstddef>

namespace adoube::adoubed {

/// Raises the limit as far as possible; returns the viewers' share.
std::size_t files_for_viewers(std::size_t boards);

} // namespace adoube::adoubed
