#include "daemon/tournament/pairings_json.hpp"

#include <boost/json.hpp>

namespace adoube::tournament {
namespace {

namespace json = boost::json;

json::object player_json(const Player& player) {
    return {{"name", player.name}, {"title", player.title}, {"rating", player.rating}, {"team", player.team}};
}

} // namespace

json::object to_json(const RoundPairings& round) {
    json::array games, byes;
    for (const auto& [board, white, black] : round.pairings)
        games.push_back({{"board", board}, {"white", player_json(white)}, {"black", player_json(black)}});
    for (const auto& player : round.byes) byes.push_back(json::string(player.name));
    return {{"round", round.round},
            {"rounds", json::array(round.rounds.begin(), round.rounds.end())},
            {"games", std::move(games)},
            {"byes", std::move(byes)}};
}

} // namespace adoube::tournament
