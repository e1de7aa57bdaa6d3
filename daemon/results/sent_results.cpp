#include "daemon/results/sent_results.hpp"

#include "daemon/boost/parse_json.hpp"

#include <boost/json.hpp>

namespace adoube::results {
namespace {

namespace json = boost::json;

json::object object_of(const HallGame& game) {
    json::object tags;
    for (const auto& [name, value] : game.tags) tags[name] = value;
    json::object object{{"id", game.id},
                        {"board", game.board},
                        {"tags", std::move(tags)},
                        {"confirmed", game.confirmed},
                        {"pgn", game.pgn}};
    if (game.score) object["score"] = to_string(*game.score);
    return object;
}

/// Throws what Boost.JSON throws.
HallGame game_of(const json::object& object) {
    const auto text = [](const json::value& value) { return std::string(value.as_string()); };
    HallGame game;
    game.id = text(object.at("id"));
    game.board = json::value_to<int>(object.at("board"));
    for (const auto& [name, value] : object.at("tags").as_object()) game.tags[name] = text(value);
    game.confirmed = object.at("confirmed").as_bool();
    game.pgn = text(object.at("pgn"));
    if (const auto* score = object.if_contains("score"))
        game.score = tournament::score_from(text(*score)).value();
    return game;
}

} // namespace

std::string to_json(const std::vector<HallGame>& games) {
    json::array all;
    for (const auto& game : games) all.push_back(object_of(game));
    return json::serialize(all);
}

std::expected<std::vector<HallGame>, std::string> from_json(std::string_view text) {
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    std::vector<HallGame> games;
    try {
        for (const auto& one : value->as_array()) games.push_back(game_of(one.as_object()));
    } catch (const std::exception&) {
        return std::unexpected(
            std::string("what the daemon sends are no results: it is another version than this command"));
    }
    return games;
}

} // namespace adoube::results
