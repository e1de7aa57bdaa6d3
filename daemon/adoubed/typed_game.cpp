#include "daemon/adoubed/typed_game.hpp"

#include "daemon/adoubed/control_line.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/tournament/doubts.hpp"

#include <boost/json.hpp>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

std::string given(const json::object& request, std::string_view key) {
    const auto* const value = request.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::expected<tournament::Pairing, std::string> pairing_in(const json::object& request) {
    const auto* const board = request.if_contains("board");
    if (!board || !board->is_int64() || board->get_int64() < 1 || board->get_int64() > access::Boards::most)
        return std::unexpected(std::string("\"board\" must be the number of a table"));
    tournament::Pairing pairing;
    pairing.board = static_cast<int>(board->get_int64());
    pairing.white.name = given(request, "white");
    pairing.black.name = given(request, "black");
    return pairing;
}

json::object line_for(const tournament::Pairing& pairing, const json::object& request) {
    json::object tags, arm;
    for (const auto& [name, value] : tags_of(pairing)) tags[name] = value;
    if (auto round = given(request, "round"); !round.empty()) tags["Round"] = std::move(round);
    arm["tags"] = std::move(tags);
    for (const char* key : {"time_control", "rate_of_play"})
        if (auto value = given(request, key); !value.empty()) arm[key] = std::move(value);
    return {{"board", std::to_string(pairing.board)}, {"arm", std::move(arm)}};
}

/// In a list the same player twice is a mistake; elsewhere in the hall a game may have been forgotten.
void look_at_others(const tournament::Pairing& pairing, const std::vector<OpenGame>& open,
                    tournament::Doubts& doubts) {
    for (const auto& [board, white, black] : open)
        for (const auto& name : {white, black})
            if (board != pairing.board && !name.empty() &&
                (name == pairing.white.name || name == pairing.black.name))
                doubts.remarks.push_back(name + " is also at board " + std::to_string(board) +
                                         ", whose game has no result");
}

} // namespace

std::expected<std::string, std::string> checked_game(std::string_view text, const std::set<int>& tables,
                                                     const std::vector<OpenGame>& open) {
    const auto request = parse_json(text);
    if (!request) return std::unexpected(request.error());
    if (!request->is_object()) return std::unexpected(std::string("the request must be a JSON object"));
    const auto pairing = pairing_in(request->get_object());
    if (!pairing) return std::unexpected(pairing.error());
    tournament::RoundPairings round;
    round.pairings = {*pairing};
    // Of a list, tables without a game are remarked on.
    const bool is_table = tables.contains(pairing->board);
    auto doubts = tournament::doubts_of(round, is_table ? std::set{pairing->board} : tables);
    look_at_others(*pairing, open, doubts);
    const auto line = line_for(*pairing, request->get_object());
    if (const auto good = parse_control_line(json::serialize(line), {}); !good)
        doubts.wrong.push_back(good.error());
    return json::serialize(
        json::object{{"wrong", json::array(doubts.wrong.begin(), doubts.wrong.end())},
                     {"remarks", json::array(doubts.remarks.begin(), doubts.remarks.end())},
                     {"line", doubts.wrong.empty() ? json::value(line) : json::value()}});
}

} // namespace adoube::adoubed
