#include "tools/adoube/evidence/game_of_board.hpp"

#include <charconv>
#include <ranges>

namespace adoube::tools {

namespace {

bool is_whole(std::string_view digits) {
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

int number_in(std::string_view digits) {
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// From an id with a board.
int round_of(std::string_view game_id) {
    const auto of_round = game_id.substr(0, game_id.rfind("-b"));
    const auto at = of_round.rfind("-r");
    if (at == std::string_view::npos || !is_whole(of_round.substr(at + 2))) return 0;
    return number_in(of_round.substr(at + 2));
}

} // namespace

int board_of(std::string_view game_id) {
    const auto at = game_id.rfind("-b");
    if (at == std::string_view::npos) return 0;
    const auto text = game_id.substr(at + 2);
    const auto number = text.substr(0, text.find('.'));
    if (!is_whole(number) || (number != text && !is_whole(text.substr(number.size() + 1)))) return 0;
    return number_in(number);
}

std::expected<std::string, std::string> last_game_of(const std::filesystem::path& journal,
                                                     const LastGame& last) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    for (const auto& outline : all->games | std::views::reverse)
        if (const auto& id = outline.game.id;
            board_of(id) == last.board && (last.round == 0 || round_of(id) == last.round))
            return id;
    return std::unexpected("journal " + journal.string() + " has no game of board " +
                           std::to_string(last.board) +
                           (last.round == 0 ? "" : " in round " + std::to_string(last.round)) +
                           ": adoube evidence list shows its games");
}

} // namespace adoube::tools
