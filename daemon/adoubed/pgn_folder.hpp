#pragma once
// The games as PGN files for other programs to pick up: GAMEID.pgn, at every moment whole.

#include <expected>
#include <filesystem>
#include <map>
#include <string>

namespace adoube::adoubed {

class PgnFolder {
  public:
    /// Makes the folder if it is missing. An empty path: nothing is ever written.
    static std::expected<PgnFolder, std::string> open(const std::filesystem::path& folder);

    /// Replaces the file of a game where its text is another than the last one. A file of before that holds
    /// more of the game is not lost: the journal is then rather not the one that it was written from. It is
    /// kept beside, and one sentence says so; else it is empty.
    std::expected<std::string, std::string> write(const std::string& game_id, const std::string& pgn);

  private:
    explicit PgnFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::string keep_longer(const std::string& game_id, const std::string& pgn) const;

    std::filesystem::path folder_;
    std::map<std::string, std::size_t> written_; // the hash of each: all games of the event come by here
};

} // namespace adoube::adoubed
