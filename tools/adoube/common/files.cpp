#include "tools/adoube/common/files.hpp"

#include "daemon/files/replace.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>

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
    std::string content;
    std::array<char, 65'536> piece;
    while (stream.read(piece.data(), piece.size()), stream.gcount() > 0) {
        content.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
        if (content.size() > longest_file)
            return std::unexpected(path + ": is longer than " + std::to_string(longest_file >> 20) + " MiB");
    }
    if (stream.bad()) return failed(errno);
    return content;
}

Line read_line(std::istream& in, std::string& line) {
    line.clear();
    for (std::array<char, 4096> piece;;) {
        in.getline(piece.data(), piece.size());
        const auto count = static_cast<std::size_t>(in.gcount());
        const bool goes_on = in.fail() && !in.bad() && count + 1 == piece.size();
        const bool has_end = !in.fail() && !in.eof();
        line.append(piece.data(), has_end ? count - 1 : count);
        if (line.size() > longest_line) return Line::too_long;
        if (goes_on)
            in.clear(in.rdstate() & ~std::ios::failbit);
        else
            return in.fail() && line.empty() ? Line::end : Line::read;
    }
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
