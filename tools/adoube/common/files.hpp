#pragma once
// Whole files, with one sentence that names the file and what is wrong with it.

#include <expected>
#include <iosfwd>
#include <string>
#include <string_view>

namespace adoube::tools {

/// Of what is read here: what is longer is told, and not held.
inline constexpr std::size_t longest_line = 1 << 20, longest_file = 64 << 20;

enum class Line { read, too_long, end };
/// The next line, without its end; at the stream's end `in` is eof() where the last line has none.
Line read_line(std::istream& in, std::string& line);

/// "-" is `in`.
std::expected<std::string, std::string> read_file(const std::string& path, std::istream& in);
std::expected<std::string, std::string> read_file(const std::string& path);

/// A file that was there stays as it was where that fails; into a pipe or a device it is written.
std::expected<void, std::string> write_file(const std::string& path, std::string_view content);

} // namespace adoube::tools
