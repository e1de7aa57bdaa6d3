#pragma once
// A journal as the daemon of a long event has left it.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace adoube::bench {

/// For Rig's tables: `finished` games, round after round, and then `running` ones, in their 40th ply or so.
/// Returns the ids of those that are finished.
std::vector<std::string> write_past(const std::filesystem::path& journal, std::size_t tables,
                                    std::size_t finished, std::size_t running);

} // namespace adoube::bench
