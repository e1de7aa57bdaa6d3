#include "daemon/adoubed/round_files.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/results/written_results.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tournament/round_line.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;
using results::HallGame;
using tournament::RoundFile;

constexpr int last_round = 99; // of a TRF

std::expected<std::optional<RoundFile>, std::string> file_in(const json::object& request,
                                                             std::string_view key) {
    const auto* const value = request.if_contains(key);
    if (!value) return std::nullopt;
    const auto* const file = value->if_object();
    const auto* const name = file && file->contains("name") ? file->at("name").if_string() : nullptr;
    const auto* const base64 = file && file->contains("base64") ? file->at("base64").if_string() : nullptr;
    auto bytes = base64 ? text::from_base64(*base64) : std::nullopt;
    if (!name || !bytes)
        return std::unexpected('"' + std::string(key) +
                               R"(" must be a file, {"name":"r3.trf","base64":"…"})");
    return RoundFile{std::string(*name), std::move(*bytes)};
}

std::expected<std::optional<int>, std::string> round_in(const json::object& request) {
    const auto* const value = request.if_contains("round");
    if (!value) return std::nullopt;
    const auto* const round = value->if_int64();
    if (!round || *round < 1 || *round > last_round)
        return std::unexpected(std::string("\"round\" must be a number from 1 to 99"));
    return static_cast<int>(*round);
}

struct Request {
    std::optional<RoundFile> file, boards;
    std::optional<int> round;
};

std::expected<Request, std::string> request_in(std::string_view text) {
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    const auto* const object = value->if_object();
    if (!object) return std::unexpected(std::string("the request must be a JSON object"));
    auto file = file_in(*object, "file"), boards = file_in(*object, "boards");
    for (const auto* one : {&file, &boards})
        if (!*one) return std::unexpected(one->error());
    const auto round = round_in(*object);
    if (!round) return std::unexpected(round.error());
    return Request{std::move(*file), std::move(*boards), *round};
}

json::object player_json(const tournament::Player& player) {
    return {{"name", player.name}, {"title", player.title}, {"rating", player.rating}};
}

json::object round_json(const tournament::RoundPairings& round) {
    json::array games, byes;
    for (const auto& [board, white, black] : round.pairings)
        games.push_back({{"board", board}, {"white", player_json(white)}, {"black", player_json(black)}});
    for (const auto& player : round.byes) byes.push_back(json::string(player.name));
    return {{"round", round.round},
            {"rounds", json::array(round.rounds.begin(), round.rounds.end())},
            {"games", std::move(games)},
            {"byes", std::move(byes)}};
}

json::value text_or_none(std::string_view text) {
    return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

} // namespace

RoundAnswer checked_pairings(std::string_view text, const std::set<int>& tables,
                             const tournament::TellDaemon& tell) {
    using namespace tournament;
    auto request = request_in(text);
    if (!request) return std::unexpected(request.error());
    if (!request->file) return std::unexpected(std::string("there is no file of pairings in the request"));
    const auto seated =
        seat_round({std::move(*request->file), std::move(request->boards), request->round}, tell);
    if (!seated) return std::unexpected(seated.error());
    const auto doubts = doubts_of(*seated, tables);
    auto answer = round_json(seated->round);
    answer["wrong"] = json::array(doubts.wrong.begin(), doubts.wrong.end());
    answer["remarks"] = json::array(doubts.remarks.begin(), doubts.remarks.end());
    answer["changes"] = answer["refused"] = answer["line"] = nullptr;
    if (doubts.wrong.empty()) {
        const auto changes = tell(round_line(seated->round, RoundAsk::changes));
        answer[changes ? "changes" : "refused"] = changes ? *changes : changes.error();
        if (changes) answer["line"] = json::parse(round_line(seated->round));
    }
    return json::serialize(answer);
}

std::expected<ResultsAsked, std::string> results_asked(std::string_view text) {
    auto request = request_in(text);
    if (!request) return std::unexpected(request.error());
    ResultsAsked asked{.round = request->round.value_or(0), .name = {}, .trf = {}};
    if (!request->file) return asked;
    auto trf = tournament::Trf::read(request->file->bytes);
    if (!trf) return std::unexpected(request->file->name + ": " + trf.error());
    if (asked.round == 0) asked.round = trf->last_round();
    asked.name = std::move(request->file->name);
    asked.trf = std::move(*trf);
    return asked;
}

std::string to_json(const ResultsAsked& asked, const std::vector<HallGame>& games) {
    auto round = asked.round > 0 ? std::to_string(asked.round) : std::string();
    if (round.empty() && !games.empty()) round = record::tag_of(games.front().tags, "Round");
    json::array list;
    for (const auto& game : games)
        list.push_back({{"board", game.board},
                        {"white", record::tag_of(game.tags, "White")},
                        {"black", record::tag_of(game.tags, "Black")},
                        {"result", text_or_none(game.score ? to_string(*game.score) : std::string_view())},
                        {"confirmed", game.confirmed}});
    json::object answer{{"round", text_or_none(round)}, {"games", std::move(list)}, {"csv", csv_of(games)},
                        {"pgn", pgn_of(games)},         {"doubts", json::array()},  {"trf", nullptr}};
    auto open = open_games(games);
    if (asked.trf) {
        auto written = trf_with(games, *asked.trf, asked.round);
        answer["trf"] = {{"name", asked.name}, {"base64", text::to_base64(written.bytes)}};
        answer["doubts"] = json::array(written.doubts.begin(), written.doubts.end());
        open = std::move(written.open);
    }
    answer["open"] = json::array(open.begin(), open.end());
    return json::serialize(answer);
}

} // namespace adoube::adoubed
