#include "daemon/broadcast/cloud_files.hpp"

#include "daemon/chess/chess960.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>

namespace adoube::broadcast {
namespace {

namespace json = boost::json;

constexpr std::string_view tournament_path = "tournament.json";
constexpr int most_rounds = 99, most_boards = 9'999;

/// The whole number that `text` begins with, which is taken off it; 0: none.
int take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

int round_of(const PublicGame& game) {
    auto tag = game.tags["Round"];
    return std::clamp(take_number(tag), 1, most_rounds); // a round without a number is the first
}

std::string index_path(int round) { return "round-" + std::to_string(round) + "/index.json"; }
std::string game_path(int round, int number) {
    return "round-" + std::to_string(round) + "/game-" + std::to_string(number) + ".json";
}

/// By board.
using Boards = std::map<int, const PublicGame*>;

std::map<int, Boards> rounds_of(PublicGames games) {
    std::map<int, Boards> rounds;
    for (const auto* game : games)
        if (game->board >= 1 && game->board <= most_boards) rounds[round_of(*game)][game->board] = game;
    return rounds;
}
int count_of(const Boards& boards) { return boards.rbegin()->first; }

bool is_live(const PublicGame& game) { return has_begun(game) && game.result == chess::Result::open; }

json::value text_or_null(std::string_view text) {
    const bool is_known = !text.empty() && text != "?" && text != "-";
    return is_known ? json::value(json::string(text)) : json::value(nullptr);
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// "Adams, Ann" is split; a name without a comma is not, as nobody knows where.
json::object player(const PublicTags& tags, const std::string& side) {
    const auto name = tags[side];
    const auto comma = name.find(',');
    const auto first = comma == std::string_view::npos ? std::string_view{} : name.substr(comma + 1);
    auto id = tags[side + "FideId"];
    const auto number = take_number(id);
    return {{"fname", text_or_null(trimmed(first))},
            {"mname", nullptr},
            {"lname", text_or_null(trimmed(name.substr(0, comma)))},
            {"title", text_or_null(tags[side + "Title"])},
            {"federation", text_or_null(tags[side + "Fed"])},
            {"gender", nullptr},
            {"fideid", number > 0 && id.empty() ? json::value(number) : json::value(nullptr)}};
}

/// "2026.11.20" as "2026-11-20".
json::value date(const PublicTags& tags) {
    std::string text(tags["Date"]);
    if (text.find('?') != std::string::npos) return nullptr;
    std::ranges::replace(text, '.', '-');
    return text_or_null(text);
}

std::string index_file(const Boards& boards) {
    json::array pairings;
    for (int number = 1; number <= count_of(boards); ++number) {
        const auto found = boards.find(number);
        if (found == boards.end()) {
            pairings.push_back({{"white", nullptr}, {"black", nullptr}, {"result", "*"}, {"live", false}});
            continue;
        }
        const auto& game = *found->second;
        pairings.push_back({{"white", player(game.tags, "White")},
                            {"black", player(game.tags, "Black")},
                            {"result", chess::to_string(game.result)},
                            {"live", is_live(game)}});
    }
    return json::serialize(
        json::object{{"date", date(boards.begin()->second->tags)}, {"pairings", std::move(pairings)}});
}

/// Of the start position; empty: it has none.
std::optional<int> chess960_number(const PublicGame& game) {
    constexpr int usual = 518;
    if (game.start == chess::Position::start()) return usual;
    for (int number = 0; game.chess960 && number < chess::chess960_starts; ++number)
        if (game.start == chess::chess960_start(number)) return number;
    return std::nullopt;
}

const char* result_word(chess::Result result) {
    switch (result) {
    case chess::Result::white_wins: return "WHITEWIN";
    case chess::Result::black_wins: return "BLACKWIN";
    case chess::Result::draw: return "DRAW";
    case chess::Result::open: break;
    }
    return "*";
}

std::int64_t seconds(std::int64_t ms) { return std::max<std::int64_t>(ms, 0) / 1000; }

json::value clock(const std::optional<ClockFace>& face) {
    if (!face) return nullptr;
    return json::object{{"white", seconds(face->white_ms)},
                        {"black", seconds(face->black_ms)},
                        {"time", face->at_utc_ms.count()}};
}

std::string game_file(const PublicGame* game) {
    json::object file{{"live", false},    {"serialNr", nullptr},   {"firstMove", nullptr},
                      {"chess960", 518},  {"result", "NOTPLAYED"}, {"comment", nullptr},
                      {"clock", nullptr}, {"moves", json::array()}};
    if (!game) return json::serialize(file);
    const auto number = chess960_number(*game);
    file["live"] = is_live(*game);
    file["result"] = result_word(game->result);
    file["clock"] = clock(game->clocks);
    if (!number) {
        file["comment"] = "begins in a position that this format has no word for, so without moves";
        return json::serialize(file);
    }
    file["chess960"] = *number;
    for (const auto& move : game->moves)
        file["moves"].get_array().emplace_back(
            move.clock_ms ? move.san() + ' ' + std::to_string(seconds(*move.clock_ms)) : move.san());
    return json::serialize(file);
}

std::string tournament_file(const std::map<int, Boards>& rounds) {
    const auto& latest = *rounds.rbegin();
    const auto& tags = latest.second.begin()->second->tags;
    json::array listed;
    for (int number = 1; number <= latest.first; ++number) {
        const auto found = rounds.find(number);
        const bool is_on = number == latest.first && std::ranges::any_of(latest.second, [](const auto& game) {
                               return game.second->result == chess::Result::open;
                           });
        listed.push_back(
            {{"count", found == rounds.end() ? 0 : count_of(found->second)}, {"live", is_on ? 1 : 0}});
    }
    const bool is_chess960 =
        std::ranges::any_of(latest.second, [](const auto& game) { return game.second->chess960; });
    return json::serialize(json::object{{"id", tags["Event"]},
                                        {"name", tags["Event"]},
                                        {"location", text_or_null(tags["Site"])},
                                        {"country", nullptr},
                                        {"website", nullptr},
                                        {"rules", "STANDARD"},
                                        {"chess960", is_chess960 ? "ANY" : "STANDARD"},
                                        {"timecontrol", text_or_null(tags["TimeControl"])},
                                        {"rounds", std::move(listed)},
                                        {"eboards", json::array()}});
}

} // namespace

std::optional<std::string>
cloud_file(std::string_view path, PublicGames games,
           const std::function<std::shared_ptr<const PublicGame>(const PublicGame& game)>& whole) {
    const auto rounds = rounds_of(games);
    if (rounds.empty()) return std::nullopt;
    if (path == tournament_path) return tournament_file(rounds);
    constexpr std::string_view folder = "round-", game = "/game-";
    auto rest = path.substr(std::min(path.size(), folder.size()));
    const auto found = rounds.find(take_number(rest));
    if (found == rounds.end()) return std::nullopt;
    const auto& [round, boards] = *found;
    if (path == index_path(round)) return index_file(boards);
    rest.remove_prefix(std::min(rest.size(), game.size()));
    const auto number = take_number(rest);
    if (number < 1 || number > count_of(boards) || path != game_path(round, number)) return std::nullopt;
    const auto here = boards.find(number);
    if (here == boards.end()) return game_file(nullptr);
    return game_file(whole ? whole(*here->second).get() : here->second);
}

std::vector<std::string> cloud_paths(const PublicGame& game, PublicGames games) {
    const auto round = round_of(game);
    std::vector<std::string> paths{game_path(round, game.board)};
    const auto boards = rounds_of(games)[round];
    for (int number = 1; !boards.empty() && number <= count_of(boards); ++number)
        if (!boards.contains(number)) paths.push_back(game_path(round, number));
    paths.push_back(index_path(round));
    paths.emplace_back(tournament_path);
    return paths;
}

} // namespace adoube::broadcast
