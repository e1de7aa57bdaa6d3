#include "tools/adoube/files.hpp"

#include "daemon/files/replace.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>

namespace adoube::tools {

std::expected<std::string, std::string> read_file(const std::string& path, std::istream& in) {
    const auto failed = [&](int error) {
        return std::unexpected(path + ": cannot be read: " + std::strerror(error));
    };
    std::error_code unknown;
    if (path != "-" && std::filesystem::is_directory(path, unknown)) return failed(EISDIR);
    errno = 0;
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    std::istream& stream = path == "-" ? in : file;
    if (!stream) return failed(errno);
    std::string content(std::istreambuf_iterator<char>(stream), {});
    if (stream.bad()) return failed(errno);
    return content;
}

std::expected<std::string, std::string> read_file(const std::string& path) {
    std::ifstream none;
    return read_file(path == "-" ? "./-" : path, none);
}

std::expected<void, std::string> write_file(const std::string& path, std::string_view content) {
    std::error_code unknown;
    const auto there = std::filesystem::symlink_status(path, unknown).type();
    if (there == std::filesystem::file_type::not_found || there == std::filesystem::file_type::regular) {
        const auto replaced = files::replace(path, content, files::ReadableBy::everybody);
        return replaced ? replaced : std::unexpected(path + ": " + replaced.error());
    }
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.close();
    if (!file) return std::unexpected(path + ": cannot be written: " + std::strerror(errno));
    return {};
}

} // namespace adoube::tools
