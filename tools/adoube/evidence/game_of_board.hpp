#pragma once
// Finds a game by its board.

#include "daemon/journal/look.hpp"

namespace adoube::tools {

/// From an id such as Open-2026-11-20-r3-b7 or Open-2026-11-20-r3-b7.2; 0 if there is none.
int board_of(std::string_view game_id);

/// The last game of a board, in a round or of all.
struct LastGame {
    int board = 0, round = 0; // 0: none is named
};
/// Its id.
std::expected<std::string, std::string> last_game_of(const std::filesystem::path& journal,
                                                     const LastGame& last);

inline constexpr const char* no_game = "no game is named: give its id, or its board with --board";

/// The options with their board's last game, if they name a board.
template<class Options>
std::expected<Options, std::string> with_game(Options options) {
    if (options.last.board > 0) {
        auto last = last_game_of(options.journal, options.last);
        if (!last) return std::unexpected(last.error());
        options.game = std::move(*last);
    }
    if (options.game.empty()) return std::unexpected(std::string(no_game));
    return options;
}

} // namespace adoube::tools
