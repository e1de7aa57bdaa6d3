#include "daemon/stream/event_stream.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/stream/game_message.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace adoube::stream {
namespace {

namespace json = boost::json;

std::int64_t whole_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    const auto* number = value ? value->if_int64() : nullptr;
    return number ? *number : -1;
}

/// Of a game that the hall has recalled.
bool is_recalled(Version came) { return came == Version{}; }

} // namespace

bool EventStream::refuse(std::string_view subject, const std::string& why) {
    ++refused_;
    last_refusal_ = std::string(subject) + ": " + why;
    return false;
}

void EventStream::heard(std::string_view subject, Version version, std::string_view text, Moment now) {
    const auto at = parse_subject(subject, root_);
    if (!at) return (void)refuse(subject, "it is no subject of this event");
    const auto known = halls_.find(at->hall);
    if (known == halls_.end() && halls_.size() >= most_halls)
        return (void)refuse(subject, "there are more halls than " + std::to_string(most_halls));
    const auto* seen = known != halls_.end() && known->second.heard.contains(at->rest)
                           ? &known->second.heard[at->rest]
                           : nullptr;
    if (seen && version <= seen->version) return;
    if (!seen && known != halls_.end() && known->second.heard.size() >= most_games)
        return (void)refuse(subject, "the hall has more games than " + std::to_string(most_games));
    if (text.size() > longest_text) return (void)refuse(subject, "it is longer than a game can be");
    const auto value = parse_json(text);
    const auto* object = value ? value->if_object() : nullptr;
    if (!object) return (void)refuse(subject, value ? "it is no object" : value.error());
    if (at->rest == alive_subject) return hear_alive(*at, version, *object, now);

    const auto came = version_from(text_in(*object, "came"));
    const auto* is = object->if_contains("is");
    if (!came || !is) return (void)refuse(subject, "it has no \"came\" or no \"is\"");
    const auto hash = std::hash<std::string>()(to_string(*came) + json::serialize(*is));
    const bool is_as_before = seen && seen->hash == hash; // sent again, as by a hall that has started again
    if (is_as_before || take(*at, version, *came, *is)) halls_[at->hall].heard[at->rest] = {version, hash};
}

bool EventStream::take(const Subject& at, Version version, Version came, const json::value& is) {
    const auto subject = at.hall + '.' + at.rest;
    if (at.rest == standings_subject) return take_standings(at.hall, is);
    const auto id = game_id(at.rest);
    if (id.empty()) return refuse(subject, "nobody knows what that is");
    if (is.is_null()) return forget(at.hall, id, version), true;
    auto game = game_from(is);
    if (!game) return refuse(subject, game.error());
    if (game->id != id) return refuse(subject, "it is the game " + game->id);
    // A hall may have been given another name.
    auto& owner = owners_.try_emplace(id, at.hall, version.term).first->second;
    if (owner.hall != at.hall && owner.term >= version.term)
        return refuse(subject, "hall " + owner.hall + " has a game of that id");
    owner = {at.hall, std::max(owner.term, version.term)};
    if (!is_catching_up_) return take_game(at.hall, came, std::move(*game)), true;
    if (caught_.insert_or_assign(id, Caught{at.hall, came, std::move(*game)}).second)
        caught_order_.push_back(id);
    return true;
}

void EventStream::take_game(const std::string& hall, Version came, broadcast::PublicGame game) {
    const bool is_new = known_games_.insert(game.id).second;
    if (is_new && is_recalled(came)) return changes_.push_back(Past{std::move(game)});
    auto& boards = halls_[hall].boards;
    for (auto& [number, there] : boards) // it may come from another table
        if (number != game.board)
            std::erase_if(there, [&](const AtBoard& other) { return other.id == game.id; });
    auto& here = boards[game.board];
    if (const auto before = std::ranges::find(here, game.id, &AtBoard::id); before != here.end()) {
        came = std::max(came, before->came);
        here.erase(before);
    }
    const auto place = std::ranges::upper_bound(here, came, {}, &AtBoard::came);
    const bool is_newest = place == here.end();
    here.insert(place, {came, game.id});
    if (here.size() > kept_of_board) here.erase(here.begin());
    changes_.push_back(Game{std::move(game), is_newest});
}

/// What was shown of it stays until this display starts again, as on the hall's own pages.
void EventStream::forget(const std::string& hall, const std::string& id, Version version) {
    const auto owner = owners_.find(id);
    if (owner == owners_.end() || owner->second.hall != hall || owner->second.term > version.term) return;
    if (caught_.erase(id) > 0) std::erase(caught_order_, id);
}

bool EventStream::take_standings(const std::string& hall, const json::value& is) {
    std::optional<broadcast::Standings> given;
    if (!is.is_null()) {
        auto standings = broadcast::standings_from(is);
        if (!standings) return refuse(hall + ".standings", standings.error());
        given = std::move(*standings);
    }
    halls_[hall].standings = std::move(given);
    if (!is_catching_up_) show_standings();
    return true;
}

/// Those after the latest round that any hall gives.
void EventStream::show_standings() {
    Standings latest;
    for (const auto& [name, hall] : halls_)
        if (hall.standings && (!latest || hall.standings->after_round > latest->after_round))
            latest = hall.standings;
    if (standings_ == latest) return;
    standings_ = latest;
    changes_.emplace_back(std::move(latest));
}

void EventStream::caught_up() {
    is_catching_up_ = false;
    std::vector<Caught> games;
    for (const auto& id : std::exchange(caught_order_, {})) games.push_back(std::move(caught_.at(id)));
    caught_.clear();
    std::ranges::stable_sort(games, {}, &Caught::came);
    for (auto& [hall, came, game] : games) take_game(hall, came, std::move(game));
    show_standings();
}

void EventStream::hear_alive(const Subject& at, Version version, const json::object& is, Moment now) {
    const auto utc_ms = whole_at(is, "utc_ms"), delay_ms = whole_at(is, "delay_ms"),
               behind_ms = whole_at(is, "behind_ms");
    if (utc_ms < 0 || delay_ms < 0 || behind_ms < 0)
        return (void)refuse(at.hall + ".alive", "it has no \"utc_ms\", \"delay_ms\" or \"behind_ms\"");
    auto& hall = halls_[at.hall];
    if (version <= hall.alive) return;
    // One that was in the stream already may be of any age: that only the hall's clock tells.
    const bool is_live = hall.alive != Version{} && !is_catching_up_;
    hall.alive = version;
    hall.delay_ms = delay_ms;
    hall.heard_ms = now.steady_ms;
    hall.behind_ms = behind_ms + (is_live ? 0 : std::max<std::int64_t>(now.utc - UtcMs(utc_ms), 0));
}

std::vector<EventStream::Change> EventStream::take_changes() {
    return is_catching_up_ ? std::vector<Change>() : std::exchange(changes_, {});
}

std::vector<EventStream::Hall> EventStream::halls(Moment now) const {
    std::vector<Hall> all;
    for (const auto& [name, hall] : halls_)
        if (hall.alive != Version{})
            all.push_back({name, hall.delay_ms, hall.behind_ms + now.steady_ms - hall.heard_ms});
    return all;
}

} // namespace adoube::stream
