#include "tools/adoube/games/game_json.hpp"

#include <boost/json.hpp>

namespace adoube::tools {

namespace json = boost::json;

json::object json_of(const chess::PgnGame& game, const chess::Notation& notation) {
    json::object tags;
    for (const auto& [name, value] : game.tags) tags[name] = value;
    json::array moves, clocks_ms;
    auto position = game.start;
    for (const auto& [move, clock_ms, elapsed_ms] : game.moves) {
        moves.emplace_back(chess::to_text(position, {move}, notation));
        clocks_ms.push_back(clock_ms ? json::value(*clock_ms) : json::value());
        position.play(move);
    }
    return {{"tags", std::move(tags)},
            {"start", game.start.fen()},
            {"moves", std::move(moves)},
            {"clocks_ms", std::move(clocks_ms)},
            {"result", to_string(game.result)}};
}

} // namespace adoube::tools
