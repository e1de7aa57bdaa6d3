#include "tools/adoube/games/game_file.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

#include <ostream>

namespace adoube::tools {

namespace {

constexpr int most_games = 1'000'000; // all are in memory

} // namespace

GameFile read_games(const std::string& path, std::optional<int> only, std::istream& in, std::ostream& err) {
    GameFile file;
    const auto blame = [&](const std::string& sentence) {
        say(err, sentence);
        file.status = bad_input;
    };
    const auto text = read_file(path, in);
    if (!text) {
        blame(text.error());
        return file;
    }
    chess::PgnReader reader(*text);
    while (auto game = reader.next()) {
        ++file.count;
        if (file.count > most_games) {
            blame(path + ": there are more than a million games in it: divide it");
            break;
        }
        if (only && *only != file.count) continue;
        if (*game)
            file.games.push_back({file.count, std::move(**game)});
        else
            blame(path + ":" + std::to_string(game->error().line) + ": " + game->error().reason);
    }
    if (file.count == 0)
        blame(path + ": there is no game in it");
    else if (only && (*only < 1 || *only > file.count))
        blame(path + ": there is no game " + std::to_string(*only) + " in it, but " +
              std::to_string(file.count));
    return file;
}

} // namespace adoube::tools
