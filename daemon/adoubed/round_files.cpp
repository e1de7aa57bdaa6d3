#include "daemon/adoubed/round_files.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/results/public_standings.hpp"
#include "daemon/results/results_json.hpp"
#include "daemon/results/written_results.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tournament/pairings_json.hpp"
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

std::expected<tournament::Trf, std::string> trf_in(const RoundFile& file) {
    auto trf = tournament::Trf::read(file.bytes);
    if (!trf) return std::unexpected(file.name + ": " + trf.error());
    return trf;
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
    auto answer = to_json(seated->round);
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

RoundAnswer standings_in(std::string_view text) {
    const auto request = request_in(text);
    if (!request) return std::unexpected(request.error());
    if (!request->file) return std::unexpected(std::string("there is no file of standings in the request"));
    const auto trf = trf_in(*request->file);
    if (!trf) return std::unexpected(trf.error());
    const auto shown = results::public_standings(*trf);
    if (shown.standings.after_round == 0)
        return std::unexpected(request->file->name + " has no result yet, so it has no standings");
    return json::serialize(json::object{{"standings", to_json(shown.standings)}, {"by_rank", shown.by_rank}});
}

std::expected<ResultsAsked, std::string> results_asked(std::string_view text) {
    auto request = request_in(text);
    if (!request) return std::unexpected(request.error());
    ResultsAsked asked{.round = request->round.value_or(0), .name = {}, .trf = {}};
    if (!request->file) return asked;
    auto trf = trf_in(*request->file);
    if (!trf) return std::unexpected(trf.error());
    if (asked.round == 0) asked.round = trf->last_round();
    asked.name = std::move(request->file->name);
    asked.trf = std::move(*trf);
    return asked;
}

json::value act_json(const std::optional<results::RoundAct>& act, const account::LocalTime& local) {
    if (!act) return nullptr;
    return json::object{
        {"at", act->utc_ms.count()}, {"time", local.second(act->utc_ms.count() / 1000)}, {"by", act->by}};
}

std::string to_json(const ResultsAsked& asked, const std::vector<HallGame>& games,
                    const ClosedRounds& closed) {
    auto answer = results_json(games, asked.round);
    answer["csv"] = csv_of(games);
    answer["pgn"] = pgn_of(games);
    answer["doubts"] = json::array();
    answer["trf"] = nullptr;
    if (asked.trf) {
        auto written = trf_with(games, *asked.trf, asked.round);
        answer["trf"] = {{"name", asked.name}, {"base64", text::to_base64(written.bytes)}};
        answer["doubts"] = json::array(written.doubts.begin(), written.doubts.end());
        answer["open"] = json::array(written.open.begin(), written.open.end());
    }
    const auto* const told = answer.at("round").if_string();
    const auto round = told ? std::string(*told) : std::string();
    auto done = closed.acts.of(closed.event, round).closed;
    if (done && done->results != results::digest_of(games)) {
        done.reset();
        answer["doubts"].as_array().push_back(
            json::string("round " + round +
                         " was closed, but its games are not as they were then: open it "
                         "again, and close it when all is right"));
    }
    answer["final"] = act_json(done, closed.local);
    return json::serialize(answer);
}

} // namespace adoube::adoubed
