#pragma once
// Whole files, with one sentence that names the file and what is wrong with it.

#include <expected>
#include <iosfwd>
#include <string>
#include <string_view>

namespace adoube::tools {

/// "-" is `in`.
std::expected<std::string, std::string> read_file(const std::string& path, std::istream& in);
std::expected<std::string, std::string> read_file(const std::string& path);

/// A file that was there stays as it was where that fails; into a pipe or a device it is written.
std::expected<void, std::string> write_file(const std::string& path, std::string_view content);

} // namespace adoube::tools
