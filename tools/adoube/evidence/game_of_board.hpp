#pragma once
// A game of a journal by the board that it was played on, for who does not know its id.

#include "daemon/journal/look.hpp"

namespace adoube::tools {

/// The number of the board in a game's id, as in Open-2026-11-20-r3-b7 and Open-2026-11-20-r3-b7.2; 0 where
/// it holds none.
int board_of(std::string_view game_id);

/// The id of the game that was begun last on a board. The error is one sentence.
std::expected<std::string, std::string> last_game_of(const std::filesystem::path& journal, int board);

inline constexpr const char* no_game = "no game is named: give its id, or its board with --board";

/// These options with the game of their board, where they name one. The error is one sentence.
template<class Options>
std::expected<Options, std::string> with_game(Options options) {
    if (options.board > 0) {
        auto last = last_game_of(options.journal, options.board);
        if (!last) return std::unexpected(last.error());
        options.game = std::move(*last);
    }
    if (options.game.empty()) return std::unexpected(std::string(no_game));
    return options;
}

} // namespace adoube::tools
