#include "tests/unit/targets/lichess_model.hpp"

#include <algorithm>
#include <sstream>

namespace adoube::tests {
namespace {

using Chapter = LichessModel::Chapter;

void read_tag(const std::string& line, Chapter& game) {
    const auto quote = line.find('"');
    game.tags[line.substr(1, quote - 2)] = line.substr(quote + 1, line.rfind('"') - quote - 1);
}

bool is_result(const std::string& word) {
    return word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2";
}

void read_moves(std::string text, Chapter& game) {
    std::ranges::replace(text, '\n', ' ');
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '{') {
            const auto end = text.find('}', at);
            const auto clock = text.find("[%clk ", at);
            if (clock < end && !game.mainline.empty())
                game.mainline.back().clock = text.substr(clock + 6, text.find(']', clock) - clock - 6);
            at = end + 1;
            continue;
        }
        const auto end = std::min(text.find_first_of(" {", at), text.size());
        const auto word = text.substr(at, end - at);
        if (!word.empty() && !is_result(word) && word.back() != '.') game.mainline.push_back({word, {}});
        at = std::max(end, at + 1);
        if (end < text.size() && text[end] == '{') at = end;
    }
}

bool is_unknown(Chapter& game, const std::string& side) {
    const auto name = game.tags[side];
    return (name.size() < 2 || name == "unknown") && game.tags[side + "FideId"].empty();
}

std::string tags_json(const Chapter& game) {
    std::string json;
    for (const auto& [name, value] : game.tags)
        json += (json.empty() ? "\"" : ",\"") + name + "\":\"" + value + '"';
    return '{' + json + '}';
}

/// Moves are only ever added.
void merge(const Chapter& game, Chapter& chapter) {
    const auto start = [](const Chapter& of) {
        const auto fen = of.tags.find("FEN");
        return fen == of.tags.end() ? std::string() : fen->second;
    };
    if (start(game) != start(chapter)) {
        ++chapter.variations; // moves of another game than it shows
        return;
    }
    for (const auto& [name, value] : game.tags) chapter.tags[name] = value;
    const auto [ours, theirs] = std::ranges::mismatch(game.mainline, chapter.mainline, {},
                                                      &LichessModel::Move::san, &LichessModel::Move::san);
    if (ours == game.mainline.end()) return;
    if (theirs != chapter.mainline.end())
        ++chapter.variations;
    else
        chapter.mainline.insert(chapter.mainline.end(), ours, game.mainline.end());
}

} // namespace

std::vector<Chapter> games_in(std::string_view pgn) {
    std::vector<Chapter> games;
    std::istringstream lines{std::string(pgn)};
    std::string moves;
    bool in_moves = true, after_empty = true;
    const auto end_game = [&] {
        if (!games.empty()) read_moves(std::exchange(moves, {}), games.back());
    };
    for (std::string line; std::getline(lines, line); after_empty = line.empty()) {
        if (line.starts_with('[') && (!in_moves || after_empty)) {
            if (in_moves) end_game(), games.emplace_back();
            in_moves = false;
            read_tag(line, games.back());
        } else if (!line.empty()) {
            in_moves = true;
            moves += line + '\n';
        }
    }
    end_game();
    return games;
}

LichessModel::Response LichessModel::push(std::string_view body) {
    if (body.size() > most_bytes) return {413, "too large"};
    const auto games = games_in(body);
    if (games.empty()) {
        was_stopped = true;
        return {400, R"({"error":"Empty PGN"})"};
    }
    std::string told;
    for (auto game : games) {
        if (is_unknown(game, "White") || is_unknown(game, "Black")) continue; // without a word
        told += (told.empty() ? "" : ",") + std::string("{\"tags\":") + tags_json(game);
        if (pulls_from_url) {
            told += R"(,"error":"The round pulls from a URL"})";
            continue;
        }
        const auto [chapter, is_new] = chapters.try_emplace(game.tags["GameId"], game);
        if (!is_new) merge(game, chapter->second);
        told += ",\"moves\":" + std::to_string(game.mainline.size()) + '}';
    }
    return {200, "{\"games\":[" + told + "]}"};
}

} // namespace adoube::tests
