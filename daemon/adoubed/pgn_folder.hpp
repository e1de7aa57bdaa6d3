#pragma once
// Games as PGN files for other programs: GAMEID.pgn, whole at every moment.

#include <expected>
#include <filesystem>
#include <map>
#include <string>

namespace adoube::adoubed {

class PgnFolder {
  public:
    /// Creates a missing folder. Empty path: never writes.
    static std::expected<PgnFolder, std::string> open(const std::filesystem::path& folder);

    bool writes() const { return !folder_.empty(); }
    /// Replaces a game's file when its text changes. An older file with more of the game, probably another
    /// journal's, is kept beside it, and the returned sentence, else empty, says so.
    std::expected<std::string, std::string> write(const std::string& game_id, const std::string& pgn);

  private:
    explicit PgnFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::string keep_longer(const std::string& game_id, const std::string& pgn) const;

    std::filesystem::path folder_;
    std::map<std::string, std::size_t> written_; // hashes only: all games of the event pass here
};

} // namespace adoube::adoubed
