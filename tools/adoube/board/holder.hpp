#pragma once
// Which program has a device open.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

/// "adoubed (process 4711)", as far as this user may know; empty where none is seen that has one of them.
std::optional<std::string> holder_of(const std::vector<std::filesystem::path>& devices);

} // namespace adoube::tools
