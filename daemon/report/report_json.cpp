#include "daemon/report/report_json.hpp"

#include <boost/json.hpp>

namespace adoube::report {
namespace {

namespace json = boost::json;

json::value known(const std::string& text) { return text.empty() ? json::value() : json::value(text); }

json::value json_of(const std::optional<umpire::Clocks>& clocks) {
    if (!clocks) return nullptr;
    return json::object{{"white_ms", clocks->white_ms}, {"black_ms", clocks->black_ms}};
}

json::object json_of(const Row& row) {
    return {{"what", to_string(row.of)},
            {"t_ms", row.t_ms.count()},
            {"in_hall", known(row.in_hall)},
            {"utc", known(row.utc)},
            {"move", row.move > 0 ? json::value(row.move) : json::value()},
            {"side", known(row.side)},
            {"incident", known(row.kind)},
            {"article", known(row.article)},
            {"laws", known(row.laws)},
            {"text", row.text},
            {"by", known(row.by)},
            {"dismissed", row.dismissed},
            {"clocks", json_of(row.clocks)}};
}

json::object json_of(const GameReport& game) {
    json::array rows;
    for (const auto& row : game.rows) rows.push_back(json_of(row));
    return {{"game", game.record_id},
            {"round", known(game.round)},
            {"board", game.board},
            {"white", known(game.white)},
            {"black", known(game.black)},
            {"laws", known(game.laws)},
            {"result", game.result},
            {"termination", known(game.termination)},
            {"day", known(game.day)},
            {"began", known(game.began)},
            {"result_by", known(game.result_by)},
            {"clocks", json_of(game.clocks)},
            {"rows", std::move(rows)}};
}

} // namespace

std::string to_json(std::span<const GameReport> games, std::span<const std::string> unread) {
    json::array all;
    for (const auto& game : games) all.push_back(json_of(game));
    return json::serialize(json::object{{"games", std::move(all)},
                                        {"unread", json::array(unread.begin(), unread.end())}}) +
           '\n';
}

} // namespace adoube::report
