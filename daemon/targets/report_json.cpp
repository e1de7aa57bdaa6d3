#include "daemon/targets/report_json.hpp"

#include "daemon/targets/report_words.hpp"

#include <boost/json.hpp>

namespace adoube::targets {
namespace {

namespace json = boost::json;

json::value text_or_null(std::string_view text) {
    return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}
json::value time_or_null(std::optional<HallMs> at) {
    return at ? json::value(at->count()) : json::value(nullptr);
}

json::object to_json(const GameReport& game) {
    json::array moves;
    for (const auto& move : game.compared)
        moves.push_back({{"number", move.number},
                         {"site", text_or_null(move.site)},
                         {"board", text_or_null(move.board)}});
    return {{"game", text_or_null(game.id)},
            {"board", game.board},
            {"players", game.players},
            {"behind", game.is_behind},
            {"taken", time_or_null(game.taken)},
            {"refused", text_or_null(game.refused)},
            {"differs", text_or_null(game.differs)},
            {"held", game.is_held},
            {"moves", std::move(moves)}};
}

json::object to_json(const Report& report) {
    const auto to_do = advice(report);
    json::array games;
    for (const auto& game : report.games) games.push_back(to_json(game));
    return {{"name", report.name},
            {"kind", report.kind == Kind::lichess ? "lichess" : "file"},
            {"state", name_of(report.state)},
            {"happening", happening(report)},
            {"to_do", text_or_null(to_do.text)},
            {"command", text_or_null(to_do.verb)},
            {"behind", report.behind},
            {"held_by_delay", report.held_by_delay},
            {"since", time_or_null(report.since)},
            {"next", time_or_null(report.next)},
            {"last_success", time_or_null(report.last_success)},
            {"reset_waits", report.reset_waits},
            {"games", std::move(games)}};
}

} // namespace

json::array to_json(std::span<const Report> reports) {
    json::array all;
    for (const auto& report : reports) all.push_back(to_json(report));
    return all;
}

} // namespace adoube::targets
