#pragma once
// Whole files; errors name the file.

#include <expected>
#include <iosfwd>
#include <string>
#include <string_view>

namespace adoube::tools {

/// Longer input is refused, not held.
inline constexpr std::size_t longest_line = 1 << 20, longest_file = 64 << 20;

enum class Line { read, too_long, end };
/// Drops the newline; `in` is then eof() if the last line has none.
Line read_line(std::istream& in, std::string& line);

/// "-" is `in`.
std::expected<std::string, std::string> read_file(const std::string& path, std::istream& in);
std::expected<std::string, std::string> read_file(const std::string& path);

/// Replaces a regular file atomically; writes to a pipe or device directly.
std::expected<void, std::string> write_file(const std::string& path, std::string_view content);

} // namespace adoube::tools
