#include "daemon/broadcast/public_json.hpp"

#include "daemon/broadcast/public_end.hpp"

#include <boost/json.hpp>

namespace adoube::broadcast {
namespace {

namespace json = boost::json;

json::array moves_json(const PublicMoves& moves, std::size_t from) {
    json::array all;
    for (auto at = moves.from(from); at != moves.end(); ++at) {
        const auto& move = *at;
        json::array one{move.san(), move.uci()};
        if (move.clock_ms) one.emplace_back(*move.clock_ms);
        all.push_back(std::move(one));
    }
    return all;
}

std::string write(const PublicGame& game, const PublicGame* before) {
    json::object object{{"board", game.board}, {"id", game.id}};
    if (!before || before->tags != game.tags) object.emplace("tags", tags_json(game.tags));
    if (!before || before->start != game.start) object.emplace("start", game.start.fen());
    object.emplace("fen", game.position.fen());
    const auto keep = before ? PublicMoves::same(before->moves, game.moves) : 0;
    object.emplace("begun", has_begun(game));
    object.emplace("keep", keep);
    object.emplace("moves", moves_json(game.moves, keep));
    object.emplace("clocks", clocks_json(game.clocks));
    object.emplace("result", chess::to_string(game.result));
    const auto end = end_of(game);
    object.emplace("end", end.empty() ? json::value() : json::value(end));
    return json::serialize(object);
}

} // namespace

json::value clocks_json(const std::optional<ClockFace>& clocks) {
    if (!clocks) return nullptr;
    json::value running = nullptr;
    if (clocks->running) running = *clocks->running == chess::Side::white ? "w" : "b";
    return json::object{{"w", clocks->white_ms},
                        {"b", clocks->black_ms},
                        {"running", running},
                        {"at", clocks->at_utc_ms.count()}};
}

json::object tags_json(const PublicTags& tags) {
    json::object all;
    for (const auto& [name, value] : tags) all.emplace(name, value);
    return all;
}

std::string to_json(const PublicGame& game) { return write(game, nullptr); }
std::string to_json(const PublicGame& game, const PublicGame& before) { return write(game, &before); }

std::string summary_json(const PublicGame& game) {
    json::object tags;
    for (const auto name : {"Event", "Round", "White", "Black", "WhiteTitle", "BlackTitle"})
        if (const auto value = game.tags[name]; !value.empty()) tags.emplace(name, value);
    return json::serialize(json::object{{"board", game.board},
                                        {"id", game.id},
                                        {"tags", std::move(tags)},
                                        {"result", chess::to_string(game.result)}});
}

} // namespace adoube::broadcast
