#include "daemon/broadcast/delay.hpp"

#include <algorithm>
#include <limits>

namespace adoube::broadcast {
namespace {

constexpr std::size_t bytes_of_places = 128; // in the map, and in the line of its game

} // namespace

std::size_t Delay::Held::bytes() const {
    return sizeof(Held) + bytes_of_places + state.id.size() + state.moves.size() * sizeof(PublicMove);
}

Delay::Delay(std::int64_t delay_ms) : delay_ms_(delay_ms) {}

std::int64_t Delay::held_ms(const Place& place) const {
    return place.by_time ? std::max(delay_ms_, heard_within_ms) : delay_ms_;
}

void Delay::put(std::int64_t now_ms, PublicGame state, Place place) {
    const int board = state.board;
    Line& line = lines_[state.id];
    move_to(line, board);
    const auto same = std::ranges::mismatch(line.newest, state.moves).in2 - state.moves.begin();
    line.newest = state.moves;
    state.moves = {state.moves.begin() + same, state.moves.end()};
    if (!line.tags || *line.tags != state.tags) line.tags = std::make_shared<const PublicTags>(state.tags);
    state.tags = {};
    if (state.clocks) state.clocks->at_utc_ms += delay_ms_;
    Turn turn{now_ms + held_ms(place), put_++};
    if (!line.turns.empty()) turn.first = std::max(turn.first, line.turns.back().first);
    line.turns.push_back(turn);
    Held held{static_cast<std::size_t>(same), place, std::move(state), line.tags};
    Room& room = boards_[board];
    ++room.states, room.bytes += held.bytes();
    held_.emplace(turn, std::move(held));
    if (room.states > most_states || room.bytes > most_bytes) thin(board);
}

void Delay::move_to(Line& line, int board) {
    if (line.board == board) return;
    for (const Turn& turn : line.turns) {
        const auto bytes = held_.at(turn).bytes();
        --boards_[line.board].states, boards_[line.board].bytes -= bytes;
        ++boards_[board].states, boards_[board].bytes += bytes;
    }
    line.board = board;
}

void Delay::thin(int board) {
    for (auto& [id, line] : lines_) {
        if (line.board != board) continue;
        std::deque<Turn> kept;
        for (std::size_t at = 0; at < line.turns.size(); ++at) {
            const auto held = held_.find(line.turns[at]);
            const bool stays = at % 2 == 1 || at + 1 == line.turns.size();
            if (stays) {
                kept.push_back(held->first);
                continue;
            }
            leave_out(held->second, held_.at(line.turns[at + 1]), boards_[board]);
            held_.erase(held);
        }
        line.turns = std::move(kept);
    }
}

/// `next`, of the same game, follows upon what came before `held` from now on.
void Delay::leave_out(const Held& held, Held& next, Room& room) {
    room.bytes -= held.bytes() + next.bytes();
    --room.states, ++left_out_;
    if (next.kept_moves > held.kept_moves) {
        const auto lent = static_cast<std::ptrdiff_t>(next.kept_moves - held.kept_moves);
        next.state.moves.insert(next.state.moves.begin(), held.state.moves.begin(),
                                held.state.moves.begin() + lent);
        next.kept_moves = held.kept_moves;
    }
    room.bytes += next.bytes();
}

void Delay::set_clocks_on(std::string_view record, std::int64_t by_ms) {
    for (auto& [turn, held] : held_)
        if (held.place.record == record && held.state.clocks) held.state.clocks->at_utc_ms += by_ms;
}

void Delay::bring_forward(std::string_view record, std::int64_t until_ms, std::int64_t start_ms,
                          std::int64_t since_ms) {
    for (auto& [id, line] : lines_) {
        std::int64_t before_ms = std::numeric_limits<std::int64_t>::min();
        for (Turn& turn : line.turns) {
            const auto& place = held_.at(turn).place;
            if (place.record != record || turn.first > until_ms + held_ms(place)) break;
            if (place.t_ms < since_ms) {
                before_ms = turn.first;
                continue;
            }
            auto held = held_.extract(turn);
            turn.first = std::max(before_ms, std::min(turn.first, start_ms + place.t_ms + held_ms(place)));
            before_ms = turn.first;
            held.key() = turn;
            held_.insert(std::move(held));
        }
    }
}

std::vector<Delayed> Delay::due(std::int64_t now_ms, std::size_t most) {
    std::vector<Delayed> states;
    while (!held_.empty() && held_.begin()->first.first <= now_ms && states.size() < most) {
        auto first = held_.extract(held_.begin());
        states.push_back(release(first.key(), std::move(first.mapped())));
    }
    return states;
}

Delayed Delay::release(Turn turn, Held held) {
    const auto line = lines_.find(held.state.id);
    const auto room = boards_.find(line->second.board);
    room->second.bytes -= held.bytes();
    if (--room->second.states == 0) boards_.erase(room);
    auto& shown = line->second.shown;
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(held.kept_moves), shown.end());
    shown.insert(shown.end(), held.state.moves.begin(), held.state.moves.end());
    held.state.moves = shown;
    held.state.tags = *held.tags;
    line->second.turns.pop_front();
    if (line->second.turns.empty()) lines_.erase(line);
    return {turn.first, held.place, std::move(held.state)};
}

std::optional<std::int64_t> Delay::next_due() const {
    if (held_.empty()) return std::nullopt;
    return held_.begin()->first.first;
}

Delay::Room Delay::held(int board) const {
    const auto room = boards_.find(board);
    return room == boards_.end() ? Room{} : room->second;
}

} // namespace adoube::broadcast
