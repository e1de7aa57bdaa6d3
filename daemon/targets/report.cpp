#include "daemon/targets/report.hpp"

#include "daemon/text/utc.hpp"

#include <boost/json.hpp>

namespace adoube::targets {
namespace {

namespace json = boost::json;

json::value text_or_null(const std::string& text) {
    return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}
json::value time_or_null(std::optional<HallMs> at) {
    return at ? json::value(at->count()) : json::value(nullptr);
}

const char* name_of(Report::State state) {
    switch (state) {
    case Report::State::nothing_to_send: return "nothing to send";
    case Report::State::up_to_date: return "up to date";
    case Report::State::waiting: return "waiting";
    case Report::State::sending: return "sending";
    case Report::State::failing: return "failing";
    }
    return "";
}

json::object to_json(const Report& report) {
    json::array games;
    for (const auto& game : report.told)
        games.push_back({{"game", game.id},
                         {"board", game.board},
                         {"refused", text_or_null(game.refused)},
                         {"differs", text_or_null(game.differs)}});
    return {{"name", report.name},
            {"state", name_of(report.state)},
            {"trouble", text_or_null(report.trouble)},
            {"games", report.games},
            {"behind", report.behind},
            {"behind_since", time_or_null(report.behind_since)},
            {"last_success", time_or_null(report.last_success)},
            {"reset_waits", report.reset_waits},
            {"told", std::move(games)}};
}

std::string ago(HallMs at, HallMs now) {
    const auto seconds = (now - at) / 1000;
    return seconds < 120 ? std::to_string(seconds) + " s" : std::to_string(seconds / 60) + " min";
}

std::string in_words(const Report& report, HallMs now) {
    auto text = report.name + ": " + name_of(report.state);
    if (!report.trouble.empty()) text += ": " + report.trouble;
    if (report.reset_waits) text += "; its reset is not done yet";
    if (report.behind_since)
        text += "; " + std::to_string(report.behind) + " behind for " + ago(*report.behind_since, now);
    text += report.last_success ? "; last success " + ago(*report.last_success, now) + " ago, at " +
                                      text::utc_second(report.last_success->count() / 1000)
                                : "; no success yet";
    for (const auto& game : report.told) {
        text += "\n  board " + std::to_string(game.board) + ", game " + game.id + ": ";
        if (!game.refused.empty()) text += "refused: " + game.refused;
        if (!game.refused.empty() && !game.differs.empty()) text += "; ";
        text += game.differs;
    }
    return text;
}

} // namespace

json::array to_json(std::span<const Report> reports) {
    json::array all;
    for (const auto& report : reports) all.push_back(to_json(report));
    return all;
}

std::string in_words(std::span<const Report> reports, HallMs now) {
    std::string text;
    for (const auto& report : reports) text += (text.empty() ? "" : "\n") + in_words(report, now);
    return text.empty() ? "no target is configured" : text;
}

} // namespace adoube::targets
