#include "daemon/chess/chess960.hpp"

#include <utility>

namespace adoube::chess {
namespace {

/// Sets `letter` on the `n`th empty square, from 0.
void set(std::string& rank, int n, char letter) {
    for (char& square : rank)
        if (square == '.' && n-- == 0) {
            square = letter;
            return;
        }
}

} // namespace

Position chess960_start(int number) {
    std::string rank(8, '.');
    const auto next = [&](int choices) { return std::exchange(number, number / choices) % choices; };
    rank[static_cast<std::size_t>(2 * next(4) + 1)] = 'b'; // on a light square
    rank[static_cast<std::size_t>(2 * next(4))] = 'b';
    set(rank, next(6), 'q');
    constexpr std::pair<int, int> knights[] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                               {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    const auto [one, other] = knights[number];
    set(rank, other, 'n');
    set(rank, one, 'n');
    for (const char letter : {'r', 'k', 'r'}) set(rank, 0, letter);
    std::string white;
    for (const char letter : rank) white += static_cast<char>(letter - 'a' + 'A');
    return *Position::from_fen(rank + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
}

} // namespace adoube::chess
