#include "daemon/adoubed/pgn_folder.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/files/descriptor.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/write_all.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 1 << 20;

/// As much as is readable of another program's file.
chess::PgnGame game_in(const std::string& text) {
    chess::PgnReader reader(text);
    const auto game = reader.next();
    return game && *game ? **game : reader.partial();
}

bool holds_more(const chess::PgnGame& before, const chess::PgnGame& now) {
    const bool ended = before.result != chess::Result::open && now.result == chess::Result::open;
    return before.moves.size() > now.moves.size() || (before.moves.size() == now.moves.size() && ended);
}

std::string in_words(const chess::PgnGame& game) {
    return std::to_string(game.moves.size()) + " plies, " + std::string(to_string(game.result));
}

/// Follows no link that somebody has planted there.
bool write_over(const fs::path& file, std::string_view text) {
    const files::Descriptor opened(
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
    return opened && files::write_all(opened.get(), text);
}

} // namespace

std::expected<PgnFolder, std::string> PgnFolder::open(const std::filesystem::path& folder) {
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error)
        return std::unexpected("PGN folder " + folder.string() + " cannot be made (" + error.message() +
                               "): name a place that may be written to");
    if (!folder.empty() && ::access(folder.c_str(), W_OK | X_OK) != 0)
        return std::unexpected("PGN folder " + folder.string() + " cannot be written to (" +
                               std::strerror(errno) + "): name a place that may be written to");
    return PgnFolder(folder);
}

std::string PgnFolder::keep_longer(const std::string& game_id, const std::string& pgn) const {
    const auto file = folder_ / (game_id + ".pgn");
    const auto text = files::read(file, longest_file);
    if (!text || *text == pgn) return {};
    const auto before = game_in(*text), now = game_in(pgn);
    if (!holds_more(before, now)) return {};
    std::error_code error;
    fs::path kept;
    for (int n = 1; kept.empty() || fs::exists(kept, error); ++n)
        kept = folder_ / (game_id + ".kept-" + std::to_string(n) + ".pgn");
    fs::copy_file(file, kept, error);
    return "game file " + file.string() + " holds more of the game (" + in_words(before) +
           ") than was shown of it by this journal (" + in_words(now) +
           "): look whether this is the journal of that round; the file is " +
           (error ? "written over, as no copy can be made of it (" + error.message() + ")"
                  : "kept as " + kept.filename().string());
}

std::expected<std::string, std::string> PgnFolder::write(const std::string& game_id, const std::string& pgn) {
    if (folder_.empty()) return std::string();
    const auto hash = std::hash<std::string>{}(pgn);
    const auto [before, is_new] = written_.try_emplace(game_id, 0);
    if (!is_new && before->second == hash) return std::string();
    auto kept = is_new ? keep_longer(game_id, pgn) : std::string();
    const auto file = folder_ / (game_id + ".pgn");
    const auto temporary = folder_ / ("." + game_id + ".pgn.new");
    if (!write_over(temporary, pgn) || std::rename(temporary.c_str(), file.c_str()) != 0)
        return std::unexpected("game file " + file.string() + " cannot be written: " + std::strerror(errno));
    before->second = hash;
    return kept;
}

} // namespace adoube::adoubed
