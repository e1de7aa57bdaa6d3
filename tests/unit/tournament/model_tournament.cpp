#include "tests/unit/tournament/model_tournament.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace adoube::tests {
namespace {

std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}
std::string left(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, letters(text)), ' ');
}
std::string right(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, letters(text)), ' ') + text;
}

double worth(char code) {
    switch (code) {
    case '1':
    case '+':
    case 'F':
    case 'U': return 1;
    case '=':
    case 'H': return 0.5;
    default: return 0;
    }
}

/// The player's own side of a result.
char code_of(const std::string& result, bool is_white) {
    if (result == "1/2-1/2") return '=';
    if (result.empty()) return ' ';
    return is_white ? result.front() : result.back();
}

} // namespace

double ModelTournament::points(int player) const {
    double sum = 0;
    for (const auto& round : rounds)
        for (const auto& game : round)
            if (game.white == player || game.black == player)
                sum += worth(code_of(game.result, game.white == player));
    for (const auto& [place, code] : byes)
        if (place.second == player) sum += worth(code);
    return sum;
}

std::string ModelTournament::trf() const {
    std::string text = "012 Open of A-Town" + line_end + other_records;
    for (const auto& player : players) {
        char points_text[16];
        std::snprintf(points_text, sizeof points_text, "%4.1f", points(player.number));
        text += "001 " + right(std::to_string(player.number), 4) + " m" + right(player.title, 3) + ' ' +
                left(player.name, 33) + ' ' + right(player.rating, 4) + ' ' + left(player.federation, 3) +
                ' ' + right(player.fide_id, 11) + " 1990/01/31 " + points_text + ' ' +
                right(std::to_string(player.number), 4);
        for (std::size_t round = 0; round < rounds.size(); ++round) {
            const auto game = std::ranges::find_if(rounds[round], [&](const Game& one) {
                return one.white == player.number || one.black == player.number;
            });
            if (game != rounds[round].end()) {
                const bool is_white = game->white == player.number;
                text += "  " + right(std::to_string(is_white ? game->black : game->white), 4) +
                        (is_white ? " w " : " b ") + code_of(game->result, is_white);
                continue;
            }
            const auto bye = byes.find({static_cast<int>(round) + 1, player.number});
            text += "  0000 - " + std::string(1, bye == byes.end() ? ' ' : bye->second);
        }
        text += line_end;
    }
    return text;
}

ModelTournament ModelTournament::of(int players, std::mt19937_64& random) {
    constexpr const char* families[] = {"Müller", "Ågren",        "O'Neill", "Żółty",
                                        "Smith",  "van der Berg", "Ivanov"};
    constexpr const char* titles[] = {"", "GM", "g", "wf", "FM", "c"};
    ModelTournament model;
    for (int number = 1; number <= players; ++number)
        model.players.push_back({number, titles[random() % 6],
                                 std::string(families[random() % 7]) + ", P" + std::to_string(number),
                                 random() % 5 == 0 ? "" : std::to_string(1400 + random() % 1300),
                                 random() % 2 == 0 ? "GER" : "NED",
                                 random() % 4 == 0 ? "" : std::to_string(4'600'000 + number)});
    return model;
}

void ModelTournament::pair_round(std::mt19937_64& random) {
    std::vector<int> order(players.size());
    std::iota(order.begin(), order.end(), 1);
    std::shuffle(order.begin(), order.end(), random);
    std::vector<Game> games;
    for (std::size_t at = 0; at + 1 < order.size(); at += 2) games.push_back({order[at], order[at + 1], {}});
    rounds.push_back(std::move(games));
    if (order.size() % 2 == 1) byes[{static_cast<int>(rounds.size()), order.back()}] = 'U';
}

std::string any_result(std::mt19937_64& random) {
    constexpr const char* results[] = {"1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"};
    return results[random() % 6];
}

} // namespace adoube::tests
