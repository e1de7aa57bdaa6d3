#include "daemon/results/results_json.hpp"

#include "daemon/record/tag_of.hpp"
#include "daemon/results/written_results.hpp"

#include <boost/json.hpp>

namespace adoube::results {
namespace {

namespace json = boost::json;

json::value text_or_none(std::string_view text) {
    return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

} // namespace

json::object results_json(const std::vector<HallGame>& games, int round) {
    auto of = round > 0 ? std::to_string(round) : std::string();
    if (of.empty() && !games.empty()) of = record::tag_of(games.front().tags, "Round");
    json::array list;
    for (const auto& game : games)
        list.push_back({{"board", game.board},
                        {"game", game.id},
                        {"white", record::tag_of(game.tags, "White")},
                        {"black", record::tag_of(game.tags, "Black")},
                        {"result", text_or_none(game.score ? to_string(*game.score) : std::string_view())},
                        {"confirmed", game.confirmed}});
    const auto open = open_games(games);
    return {{"round", text_or_none(of)},
            {"games", std::move(list)},
            {"open", json::array(open.begin(), open.end())}};
}

} // namespace adoube::results
