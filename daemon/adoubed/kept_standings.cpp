#include "daemon/adoubed/kept_standings.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <boost/json.hpp>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_file = 8 << 20;

} // namespace

std::expected<KeptStandings, std::string> KeptStandings::open(const std::filesystem::path& journal,
                                                              std::string event, HallMs now_ms) {
    KeptStandings kept(journal.string() + "-standings", std::move(event));
    const auto text = files::read(kept.file_, longest_file);
    if (!text && text.error().why == files::Unreadable::Why::absent) return kept;
    const auto cannot = [&](const std::string& why) {
        return std::unexpected(kept.file_.string() + " " + why +
                               ": it keeps the standings for the public; remove it to go on without them");
    };
    if (!text) return cannot(text.error().text);
    const auto value = parse_json(*text);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* waiting = object && object->contains("waiting") ? object->at("waiting").if_array() : nullptr;
    if (!waiting || !object->contains("event") || !object->contains("shown"))
        return cannot("does not hold standings");
    if (object->at("event") != json::value(kept.event_)) return kept;
    if (!object->at("shown").is_null()) {
        auto shown = broadcast::standings_from(object->at("shown"));
        if (!shown) return cannot("holds others: " + shown.error());
        kept.kept_.shown = std::move(*shown);
    }
    for (const auto& each : *waiting) {
        auto standings = broadcast::standings_from(each);
        if (!standings) return cannot("holds others: " + standings.error());
        kept.kept_.waiting.push_back({now_ms, std::move(*standings)});
    }
    return kept;
}

std::expected<void, std::string> KeptStandings::give(broadcast::Standings standings, HallMs now_ms) {
    auto kept = kept_;
    kept.waiting.push_back({now_ms, std::move(standings)});
    if (kept.waiting.size() > most_waiting) kept.waiting.pop_front();
    return keep(std::move(kept));
}

std::vector<int> KeptStandings::waiting() const {
    std::vector<int> rounds;
    for (const auto& each : kept_.waiting) rounds.push_back(each.standings.after_round);
    return rounds;
}

std::expected<void, std::string> KeptStandings::take_back() { return keep({}); }

std::expected<bool, std::string> KeptStandings::look(HallMs now_ms, std::int64_t delay_ms) {
    const auto is_due = [&](const Waiting& each) { return now_ms - each.since_ms >= delay_ms; };
    if (kept_.waiting.empty() || !is_due(kept_.waiting.front())) return false;
    auto kept = kept_;
    while (!kept.waiting.empty() && is_due(kept.waiting.front())) {
        kept.shown = std::move(kept.waiting.front().standings);
        kept.waiting.pop_front();
    }
    if (const auto done = keep(std::move(kept)); !done) return std::unexpected(done.error());
    return true;
}

std::expected<void, std::string> KeptStandings::keep(Kept kept) {
    json::array waiting;
    for (const auto& each : kept.waiting) waiting.push_back(to_json(each.standings));
    const json::object text{{"event", event_},
                            {"shown", kept.shown ? to_json(*kept.shown) : json::value()},
                            {"waiting", std::move(waiting)}};
    const auto written = files::replace(file_, json::serialize(text) + '\n', files::ReadableBy::owner);
    if (!written)
        return std::unexpected("the standings stay as they are, since " + file_.string() + " " +
                               written.error());
    kept_ = std::move(kept);
    return {};
}

} // namespace adoube::adoubed
