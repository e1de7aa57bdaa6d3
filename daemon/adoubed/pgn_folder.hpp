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

    /// Replaces the file of a game where its text is another than the last one.
    std::expected<void, std::string> write(const std::string& game_id, const std::string& pgn);

  private:
    explicit PgnFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    std::filesystem::path folder_;
    std::map<std::string, std::size_t> written_; // the hash of each: all games of the event come by here
};

} // namespace adoube::adoubed
