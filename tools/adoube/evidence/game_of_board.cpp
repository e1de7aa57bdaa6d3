#include "tools/adoube/evidence/game_of_board.hpp"

#include <charconv>
#include <ranges>

namespace adoube::tools {

int board_of(std::string_view game_id) {
    const auto at = game_id.rfind("-b");
    if (at == std::string_view::npos) return 0;
    const auto text = game_id.substr(at + 2);
    const auto number = text.substr(0, text.find('.'));
    const auto is_whole = [](std::string_view digits) {
        return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!is_whole(number) || (number != text && !is_whole(text.substr(number.size() + 1)))) return 0;
    int board = 0;
    std::from_chars(number.data(), number.data() + number.size(), board);
    return board;
}

std::expected<std::string, std::string> last_game_of(const std::filesystem::path& journal, int board) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    for (const auto& outline : all->games | std::views::reverse)
        if (board_of(outline.game.id) == board) return outline.game.id;
    return std::unexpected("journal " + journal.string() + " has no game of board " + std::to_string(board) +
                           ": adoube evidence list shows its games");
}

} // namespace adoube::tools
