#include "daemon/round/publication.hpp"

#include "daemon/broadcast/correction.hpp"
#include "daemon/round/public_id.hpp"

#include <algorithm>
#include <cstdlib>
#include <ranges>
#include <tuple>
#include <utility>

namespace adoube::round {
namespace {

/// A clock off by no more is not corrected.
constexpr std::int64_t tolerance_ms = 500;

/// The first whole second of game time from `from_ms` on; game time was `t_ms` at `hall_ms`.
HallMs next_whole_second(HallMs from_ms, GameMs t_ms, HallMs hall_ms) {
    const auto past_ms = (t_ms.count() + (from_ms - hall_ms)) % 1000;
    return past_ms == 0 ? from_ms : from_ms + 1000 - past_ms;
}

record::Shown mark_of(const broadcast::Delayed& state) {
    const auto& [due_ms, place, game] = state;
    return {place.record, place.inputs, place.t_ms, game.clocks ? game.clocks->at_utc_ms : UtcMs{}};
}

} // namespace

bool Publication::was_shown(const PublicState& state) const {
    const auto shown = shown_.find(state.place.record);
    return shown != shown_.end() && std::tuple(state.place.inputs, state.place.t_ms) <=
                                        std::tuple(shown->second.inputs, shown->second.t_ms);
}

record::Shown Publication::recalled(const std::string& game_id) const {
    const auto shown = shown_.find(game_id);
    return shown == shown_.end() ? record::Shown{game_id} : shown->second;
}

void Publication::forget(const std::string& game_id) {
    std::erase_if(ready_, [&](const Ready& ready) { return ready.game.id == game_id; });
    newest_.erase(game_id);
    std::erase_if(corrected_, [&](const auto& game) { return game.id == game_id; });
}

void Publication::date(const std::string& record, HallMs start_ms, std::optional<GameMs> runs_since_ms) {
    const auto start = starts_.find(record);
    if (!told_.insert(record).second) return;
    if (runs_since_ms) delay_.bring_forward(record, {restored_ms_, start_ms, *runs_since_ms});
    if (start == starts_.end()) return;
    const auto by_ms = start_ms - start->second;
    delay_.set_clocks_on(record, by_ms);
    auto running = running_.extract(record);
    if (running.empty() || std::abs(by_ms) <= tolerance_ms) return;
    running.mapped().game.clocks->at_utc_ms += by_ms;
    misdated_.push_back(std::move(running.mapped()));
}

void Publication::restored(HallMs hall_ms, std::vector<PublicState> states) {
    restored_ms_ = hall_ms;
    const auto waiting =
        std::ranges::find_if_not(states, [&](const auto& state) { return was_shown(state); });
    const auto first = [](const PublicState& state) {
        return first_of(state.game.id).value_or(state.game.id);
    };
    const auto is_shown_again = [&](std::vector<PublicState>::iterator state) {
        const auto is_same = [&](const PublicState& later) { return later.game.id == state->game.id; };
        return first(*state) == first(*(waiting - 1)) && std::none_of(state + 1, waiting, is_same);
    };
    for (auto state = states.begin(); state != states.end(); ++state)
        if (state >= waiting || is_shown_again(state)) put(std::move(*state));
}

void Publication::put(PublicState state) {
    correct(state.game);
    const auto& record = state.place.record;
    const bool waits = !record.empty() && !was_shown(state);
    if (auto& clocks = state.game.clocks; clocks && !record.empty()) {
        if (const auto at_ms = recalled(record).clocks_at_ms; !waits && at_ms != UtcMs{})
            starts_.insert_or_assign(record, HallMs(at_ms - delay_ms_ - clocks->at_utc_ms));
        const auto start = starts_.try_emplace(record, state.start_ms).first;
        clocks->at_utc_ms += (told_.contains(record) ? state.start_ms : start->second).count();
    }
    if (waits) return delay_.put(state.hall_ms, std::move(state.game), state.place);
    show_again(std::move(state));
}

void Publication::correct(const broadcast::PublicGame& now) {
    const auto [before, is_new] = newest_.try_emplace(now.id, now);
    const bool is_corrected = !is_new && broadcast::corrects(now, before->second);
    before->second = now;
    if (!is_corrected) return;
    corrected_.push_back(now);
    delay_.correct(now);
    for (auto& [state, is_undone] : unmarked_)
        is_undone |= leave_out_if_undone(state.place.record, state.game, now);
    std::erase_if(ready_, [&](Ready& ready) {
        const bool was_shown = ready.from_ms == HallMs::min(); // before this start
        if (!was_shown) return leave_out_if_undone(ready.mark.game_id, ready.game, now);
        if (ready.game.id == now.id) ready.game.tags = broadcast::renamed(ready.game.tags, now.tags);
        return false;
    });
    // Shown already; only their clocks would be put right, in what shows them later, too.
    const auto is_undone = [&](const broadcast::Delayed& state) {
        return state.game.id == now.id && !broadcast::still_stands(state.game, now);
    };
    std::erase_if(running_, [&](const auto& each) { return is_undone(each.second); });
    std::erase_if(misdated_, is_undone);
}

/// A state that is due, but not shown yet.
bool Publication::leave_out_if_undone(const std::string& record, broadcast::PublicGame& state,
                                      const broadcast::PublicGame& now) {
    if (state.id != now.id) return false;
    state.tags = broadcast::renamed(state.tags, now.tags);
    if (broadcast::still_stands(state, now)) return false;
    marked_too_far_.insert(record);
    return true;
}

/// At once: nobody has seen it since this start, so earlier states do not matter.
void Publication::show_again(PublicState state) {
    std::erase_if(ready_, [&](const Ready& ready) { return ready.game.id == state.game.id; });
    if (state.game.clocks) state.game.clocks->at_utc_ms += delay_ms_;
    keep_running({state.hall_ms, state.place, state.game});
    auto mark = recalled(state.place.record);
    ready_.push_back({HallMs::min(), std::move(mark), std::move(state.game)});
}

void Publication::keep_running(const broadcast::Delayed& state) {
    if (told_.contains(state.place.record)) return;
    if (state.game.clocks && state.game.clocks->running)
        running_.insert_or_assign(state.place.record, state);
    else
        running_.erase(state.place.record);
}

record::Shown Publication::send(broadcast::Delayed state) {
    keep_running(state);
    return mark_of(unmarked_.emplace_back(std::move(state)).state);
}

/// How far it is shown once all is that is marked and still stands.
record::Shown Publication::surely_shown(const std::string& record) const {
    for (const auto& [state, is_undone] : unmarked_ | std::views::reverse)
        if (!is_undone && state.place.record == record) return mark_of(state);
    for (const auto& ready : ready_ | std::views::reverse)
        if (ready.mark.game_id == record) return ready.mark;
    const auto shown = truly_shown_.find(record);
    return shown == truly_shown_.end() ? recalled(record) : shown->second;
}

record::Shown Publication::foreseen(const std::string& record, std::uint64_t inputs, GameMs t_ms,
                                    HallMs start_ms) {
    const auto start = starts_.find(record);
    const bool is_told = start == starts_.end() || told_.contains(record);
    const auto clocks_at_ms = UtcMs(t_ms.count()) + (is_told ? start_ms : start->second).count();
    record::Shown mark{record, inputs, t_ms, clocks_at_ms};
    foreseen_.insert_or_assign(record, Foreseen{mark});
    return mark;
}

void Publication::marked_with_input(const record::Shown& mark) {
    const auto found = foreseen_.find(mark.game_id);
    if (found != foreseen_.end() && found->second.mark == mark) found->second.durable = true;
}

/// Not behind others of its game or board that wait for their marks.
bool Publication::was_foreseen(const broadcast::Delayed& state) {
    const auto found = foreseen_.find(state.place.record);
    if (found == foreseen_.end() || !found->second.durable || found->second.mark != mark_of(state))
        return false;
    const bool is_behind = std::ranges::any_of(unmarked_, [&](const Unmarked& before) {
        return before.state.place.record == state.place.record || before.state.game.board == state.game.board;
    });
    if (is_behind) return false;
    foreseen_.erase(found);
    return true;
}

/// In the journal the last mark of a record counts.
void Publication::mark(record::Shown mark, std::vector<record::Shown>& marks) {
    foreseen_.erase(mark.game_id);
    marks.push_back(std::move(mark));
}

void Publication::take_back_marks(std::vector<record::Shown>& marks, const std::set<std::string>& records) {
    for (const auto& record : records) {
        mark(surely_shown(record), marks);
        unmarked_.push_back({{}, true});
    }
}

std::vector<record::Shown> Publication::due(HallMs now_ms) {
    std::vector<record::Shown> marks;
    take_back_marks(marks, std::exchange(marked_too_far_, {}));
    for (auto& state : std::exchange(misdated_, {})) mark(send(std::move(state)), marks);
    for (auto& state : delay_.due(now_ms, most_unmarked - std::min(most_unmarked, unmarked_.size()))) {
        if (!was_foreseen(state)) {
            mark(send(std::move(state)), marks);
            continue;
        }
        keep_running(state);
        make_ready(std::move(state), now_ms, false);
    }
    std::set<std::string> not_shown;
    for (const auto& [record, foreseen] : foreseen_)
        if (foreseen.durable) not_shown.insert(record);
    take_back_marks(marks, not_shown);
    return marks;
}

void Publication::marked(HallMs now_ms, std::int64_t took_ms) {
    auto [state, is_undone] = std::move(unmarked_.front());
    unmarked_.pop_front();
    if (!is_undone) make_ready(std::move(state), now_ms, took_ms > slow_ms);
}

void Publication::make_ready(broadcast::Delayed state, HallMs now_ms, bool slow) {
    auto mark = mark_of(state);
    auto& [due_ms, place, game] = state;
    auto from_ms = now_ms;
    if (place.slow || slow) from_ms = next_whole_second(now_ms, place.t_ms, due_ms - delay_.held_ms(place));
    for (const Ready& before : ready_)
        if (before.mark.game_id == place.record || before.game.board == game.board)
            from_ms = std::max(from_ms, before.from_ms);
    ready_.push_back({from_ms, std::move(mark), std::move(game)});
}

/// After a start a game that has not begun waits for the board that another has not left yet for the public.
void Publication::wait_for_boards() {
    std::set<int> taken;
    for (const auto& ready : ready_)
        if (!ready.mark.game_id.empty()) taken.insert(ready.game.board);
    std::erase_if(ready_, [&](const Ready& ready) {
        if (!ready.mark.game_id.empty() || !taken.contains(ready.game.board)) return false;
        const bool has_begun = newest_.at(ready.game.id) != ready.game; // which waits already
        if (!has_begun) delay_.put(restored_ms_, ready.game, {ready.game.id});
        return true;
    });
}

std::vector<broadcast::PublicGame> Publication::take_due(HallMs now_ms) {
    wait_for_boards();
    std::vector<broadcast::PublicGame> games;
    std::erase_if(ready_, [&](Ready& ready) {
        if (ready.from_ms > now_ms) return false;
        games.push_back(std::move(ready.game));
        if (!ready.mark.game_id.empty())
            truly_shown_.insert_or_assign(ready.mark.game_id, std::move(ready.mark));
        return true;
    });
    return games;
}

} // namespace adoube::round
