#include "tests/replay/incident_judge.hpp"

#include "daemon/record/sensor_log.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace adoube::replay {

namespace {

using umpire::Incident;

std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::ranges::sort(texts);
    return texts;
}

bool same(const Expected& expected, const Incident& told) {
    const bool same_ply = expected.any_ply || expected.ply == told.ply ||
                          (expected.ply_before_too && expected.ply == told.ply + 1);
    return expected.kind == told.kind && same_ply && (!expected.side || expected.side == told.side) &&
           (expected.article_is_open || expected.article == told.article) &&
           (expected.open || expected.allowed.empty() || sorted(expected.allowed) == sorted(told.allowed));
}

std::string described(const Expected& expected) {
    std::ostringstream text;
    text << to_string(expected.kind) << " " << expected.article;
    if (expected.side) text << (*expected.side == Side::white ? " w" : " b");
    text << " ply " << expected.ply;
    for (const auto& move : expected.allowed) text << " " << move;
    return text.str();
}

std::string around(const PlayedGame& played, int ply) {
    std::ostringstream text;
    const auto at = static_cast<std::size_t>(std::max(ply - 1, 0));
    if (at <= played.game.moves().size()) {
        text << "  before: " << played.game.position_at(at).fen();
        if (at < played.game.moves().size()) text << ", played " << to_uci(played.game.moves()[at]);
        text << "\n";
    }
    if (played.plies.empty()) return text.str();
    const auto last = played.plies.size() - 1;
    const auto from_ms = played.plies[std::min(at > 0 ? at - 1 : 0, last)].from_ms;
    const auto to_ms = played.plies[std::min(at, last)].to_ms + 4000;
    for (std::size_t line = 0; line < played.inputs.size(); ++line) {
        const auto t_ms = played.inputs[line].t_ms.count();
        if (t_ms < from_ms || t_ms > to_ms) continue;
        const bool inside = at <= last && t_ms >= played.plies[at].from_ms && t_ms <= played.plies[at].to_ms;
        text << "  " << line + 1 << (inside ? " > " : "   ") << to_line(played.inputs[line]) << "\n";
    }
    return text.str();
}

} // namespace

Tally& Tally::operator+=(const Tally& more) {
    expected += more.expected, found += more.found, told += more.told, justified += more.justified;
    return *this;
}

Tally IncidentVerdict::all() const {
    Tally sum;
    for (const auto& [kind, tally] : kinds) sum += tally;
    return sum;
}

IncidentVerdict judge_incidents(const PlayedGame& played, std::span<const Incident> told) {
    IncidentVerdict verdict;
    std::vector<bool> explained(told.size()), open(told.size());
    const auto error = [&](const std::string& what, int ply) {
        verdict.errors.push_back(what + "\n  " + to_line(played.header) + "\n" + around(played, ply));
    };
    const auto match = [&](const Expected& expected) {
        for (std::size_t at = 0; at < told.size(); ++at)
            if (!explained[at] && same(expected, told[at])) {
                explained[at] = true;
                return true;
            }
        return false;
    };
    for (const auto& expected : played.incidents) {
        if (expected.open) continue;
        auto& tally = verdict.kinds[expected.kind];
        const bool found = match(expected);
        ++tally.expected, tally.found += found;
        if (!found) error("missed: " + described(expected), expected.ply);
    }
    for (const auto& expected : played.incidents)
        for (std::size_t at = 0; at < told.size(); ++at)
            if (expected.open && same(expected, told[at])) open[at] = true;
    for (std::size_t at = 0; at < told.size(); ++at) {
        if (open[at] && !explained[at]) continue;
        auto& tally = verdict.kinds[told[at].kind];
        ++tally.told, tally.justified += explained[at];
        if (!explained[at]) error("wrongly told: " + to_line(told[at]), told[at].ply);
    }
    return verdict;
}

std::string table_of(const std::map<umpire::IncidentKind, Tally>& kinds) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2);
    for (const auto& [kind, tally] : kinds)
        text << "  " << std::left << std::setw(26) << to_string(kind) << "recall " << std::right
             << std::setw(6) << 100 * tally.recall() << " % of " << std::setw(5) << tally.expected
             << ", precision " << std::setw(6) << 100 * tally.precision() << " % of " << std::setw(5)
             << tally.told << "\n";
    return text.str();
}

} // namespace adoube::replay
