#include "daemon/tournament/trf.hpp"
#include "daemon/tournament/trf_columns.hpp"

#include <cmath>
#include <cstdio>
#include <ranges>
#include <utility>

namespace adoube::tournament {
namespace {

/// For White, then for Black.
constexpr std::pair<char, char> results_of(Score score) {
    switch (score) {
    case Score::white_wins: return {'1', '0'};
    case Score::black_wins: return {'0', '1'};
    case Score::draw: return {'=', '='};
    case Score::white_by_forfeit: return {'+', '-'};
    case Score::black_by_forfeit: return {'-', '+'};
    case Score::both_forfeit: return {'-', '-'};
    }
    return {' ', ' '};
}

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// W, D and L count as 1, = and 0, and stay.
constexpr bool says_same(char here, char result) {
    const char as_played = upper(here) == 'W'   ? '1'
                           : upper(here) == 'D' ? '='
                           : upper(here) == 'L' ? '0'
                                                : here;
    return as_played == result;
}

void put(std::u32string& line, std::size_t at, std::string_view text) {
    if (line.size() < at - 1 + text.size()) line.resize(at - 1 + text.size(), U' ');
    for (const char c : text) line[at++ - 1] = static_cast<unsigned char>(c);
}

std::string points_text(double points) {
    char text[16];
    std::snprintf(text, sizeof text, "%4.1f", std::round(points * 10) / 10);
    return text;
}

} // namespace

double Trf::value(char result) const {
    switch (upper(result)) {
    case '1':
    case 'W':
    case '+':
    case 'F':
    case 'U': return win_;
    case '=':
    case 'D':
    case 'H': return draw_;
    case '0':
    case 'L': return loss_;
    default: return 0;
    }
}

/// Where the file has no points, those of all its rounds are added up.
void Trf::set_cell(int player, int round, char result) {
    const auto at = lines_.at(player);
    auto line = file_.line(at);
    double points = players_.at(player).points;
    if (columns(line, points_at, points_size).empty())
        for (int each = 1; each <= last_round(); ++each) points += value(cell(player, each).result);
    points += value(result) - value(cell(player, round).result);
    players_.at(player).points = points;
    if (points < 100) put(line, points_at, points_text(points));
    put(line, round_at(round) + 7, {&result, 1});
    file_.replace(at, std::move(line));
}

void Trf::insert_line(std::size_t at, std::u32string text) {
    file_.insert(at, std::move(text));
    for (auto& [player, line] : lines_) line += line >= at ? 1U : 0U;
    if (days_line_ && *days_line_ >= at) ++*days_line_;
}

/// Of a line of the event, 012 to 132; else 0, or that of a player.
int Trf::record_at(std::size_t line) const {
    constexpr int last_of_event = 132;
    const auto& text = file_.line(line);
    const auto number = text_in(text, 4, 1).empty() ? number_in(text, 1, 3) : std::nullopt;
    return number && *number <= last_of_event ? *number : 0;
}

void Trf::add_of_event(int record, const std::vector<std::string>& values) {
    std::optional<std::size_t> blank;
    for (std::size_t line = 0; line < file_.size(); ++line) {
        if (record_at(line) != record) continue;
        if (!text_in(file_.line(line), 5, file_.line(line).size()).empty()) return;
        if (!blank) blank = line;
    }
    const auto first_player = std::ranges::min(lines_ | std::views::values);
    std::size_t at = 0;
    for (std::size_t line = 0; line < first_player; ++line)
        if (const int here = record_at(line); here > 0 && here <= record) at = line + 1;
    auto name = std::to_string(record);
    name.insert(0, 3 - name.size(), '0');
    for (const auto& value : values) {
        auto text = from_utf8(name + ' ' + text::without_controls(value));
        if (const auto line = std::exchange(blank, std::nullopt))
            file_.replace(*line, std::move(text));
        else
            insert_line(at++, std::move(text));
    }
}

std::expected<void, std::string> Trf::set_score(int round, int white, int black, Score score) {
    const auto name =
        std::to_string(white) + " - " + std::to_string(black) + " in round " + std::to_string(round);
    const bool known =
        players_.contains(white) && players_.contains(black) && round >= 1 && round <= most_rounds;
    if (!known || cell(white, round).opponent != black || cell(black, round).opponent != white)
        return std::unexpected("the file has no game " + name);
    if (cell(white, round).colour == 'b' || cell(black, round).colour == 'w')
        return std::unexpected("the file has the colours of " + name + " the other way round");
    const auto [of_white, of_black] = results_of(score);
    const auto is_open = [&](int player) { return cell(player, round).result == ' '; };
    for (const auto& [player, result] : {std::pair(white, of_white), {black, of_black}})
        if (const char here = cell(player, round).result; here != ' ' && !says_same(here, result))
            return std::unexpected("the file has another result of " + name + " already (" + here +
                                   " for player " + std::to_string(player) + "), and keeps it");
    if (is_open(white)) set_cell(white, round, of_white);
    if (is_open(black)) set_cell(black, round, of_black);
    return {};
}

} // namespace adoube::tournament
