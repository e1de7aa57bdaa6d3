#pragma once
// A file that cannot be read makes room for another, and is kept.

#include <expected>
#include <filesystem>
#include <string>

namespace adoube::files {

/// Renames it to FILE.unread-1, or the first such number that is free; returns that path. The error follows
/// the file's name.
std::expected<std::filesystem::path, std::string> set_aside(const std::filesystem::path& file);

} // namespace adoube::files
