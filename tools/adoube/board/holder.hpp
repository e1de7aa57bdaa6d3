#pragma once
// Which program has a device open.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

/// "adoubed (process 4711)"; empty if this user sees none.
std::optional<std::string> holder_of(const std::vector<std::filesystem::path>& devices);

} // namespace adoube::tools
