#include "daemon/adoubed/pgn_folder.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace adoube::adoubed {

std::expected<PgnFolder, std::string> PgnFolder::open(const std::filesystem::path& folder) {
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error)
        return std::unexpected("PGN folder " + folder.string() + " cannot be made (" + error.message() +
                               "): name a place that may be written to");
    return PgnFolder(folder);
}

std::expected<void, std::string> PgnFolder::write(const std::string& game_id, const std::string& pgn) {
    if (folder_.empty()) return {};
    const auto hash = std::hash<std::string>{}(pgn);
    const auto [before, is_new] = written_.try_emplace(game_id, 0);
    if (!is_new && before->second == hash) return {};
    const auto file = folder_ / (game_id + ".pgn");
    const auto temporary = folder_ / ("." + game_id + ".pgn.new");
    errno = 0;
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out << pgn;
    out.close();
    if (!out || std::rename(temporary.c_str(), file.c_str()) != 0)
        return std::unexpected("game file " + file.string() + " cannot be written: " + std::strerror(errno));
    before->second = hash;
    return {};
}

} // namespace adoube::adoubed
