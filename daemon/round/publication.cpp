#include "daemon/round/publication.hpp"

#include <algorithm>
#include <tuple>

namespace adoube::round {
namespace {

/// When it is `from_ms` or later, and a whole second of the game's time, which was `t_ms` at `hall_ms`.
std::int64_t next_whole_second(std::int64_t from_ms, std::int64_t t_ms, std::int64_t hall_ms) {
    const auto past_ms = (t_ms + from_ms - hall_ms) % 1000;
    return past_ms == 0 ? from_ms : from_ms + 1000 - past_ms;
}

} // namespace

bool Publication::was_shown(const PublicState& state) const {
    const auto shown = recalled(state.place.record);
    return std::tuple(state.place.inputs, state.place.t_ms) <= std::tuple(shown.inputs, shown.t_ms);
}

journal::Shown Publication::recalled(const std::string& game_id) const {
    const auto shown = shown_.find(game_id);
    return shown == shown_.end() ? journal::Shown{game_id} : shown->second;
}

void Publication::forget(const std::string& game_id) {
    std::erase_if(ready_, [&](const Ready& ready) { return ready.game.id == game_id; });
}

void Publication::put(PublicState state) {
    if (state.place.inputs > 0 && !was_shown(state))
        return delay_.put(state.hall_ms, std::move(state.game), state.place);
    // Nobody has seen it since this start, and what it was before does not matter.
    std::erase_if(ready_, [&](const Ready& ready) { return ready.game.id == state.game.id; });
    if (state.game.clocks)
        if (const auto at_ms = recalled(state.place.record).clocks_at_ms; at_ms != 0)
            state.game.clocks->at_utc_ms = at_ms;
    ready_.push_back({state.hall_ms, std::move(state.place.record), std::move(state.game)});
}

std::vector<journal::Shown> Publication::due(std::int64_t now_ms) {
    std::vector<journal::Shown> marks;
    for (auto& state : delay_.due(now_ms, most_unmarked - unmarked_.size())) {
        const auto& clocks = state.game.clocks;
        marks.push_back({state.place.record, state.place.inputs, state.place.t_ms,
                         clocks ? clocks->at_utc_ms : std::int64_t{0}});
        unmarked_.push_back(std::move(state));
    }
    return marks;
}

void Publication::marked(std::int64_t now_ms, std::int64_t took_ms) {
    auto [due_ms, place, game] = std::move(unmarked_.front());
    unmarked_.pop_front();
    auto from_ms = now_ms;
    if (place.slow || took_ms > slow_ms) from_ms = next_whole_second(now_ms, place.t_ms, due_ms - delay_ms_);
    for (const Ready& before : ready_)
        if (before.record == place.record) from_ms = std::max(from_ms, before.from_ms);
    ready_.push_back({from_ms, std::move(place.record), std::move(game)});
}

std::vector<broadcast::PublicGame> Publication::take(std::int64_t now_ms) {
    std::vector<broadcast::PublicGame> games;
    std::erase_if(ready_, [&](Ready& ready) {
        if (ready.from_ms > now_ms) return false;
        games.push_back(std::move(ready.game));
        return true;
    });
    return games;
}

} // namespace adoube::round
