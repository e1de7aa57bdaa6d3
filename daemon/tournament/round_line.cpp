#include "daemon/tournament/round_line.hpp"

#include <boost/json.hpp>

namespace adoube::tournament {

std::string round_line(const RoundPairings& round, RoundAsk ask) {
    namespace json = boost::json;
    json::array games;
    for (const auto& pairing : round.pairings) {
        json::object tags;
        for (const auto& [name, value] : tags_of(pairing)) tags[name] = value;
        json::object game{{"tags", std::move(tags)}};
        if (ask != RoundAsk::boards) game["board"] = pairing.board;
        games.push_back(std::move(game));
    }
    json::object of_all{{"Round", std::to_string(round.round)}};
    if (!round.date.empty()) of_all["Date"] = round.date;
    json::object line{{"tags", std::move(of_all)}, {"games", std::move(games)}};
    if (ask != RoundAsk::nothing) line["ask"] = ask == RoundAsk::boards ? "boards" : "changes";
    return json::serialize(json::object{{"round", std::move(line)}});
}

} // namespace adoube::tournament
