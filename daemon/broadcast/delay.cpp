#include "daemon/broadcast/delay.hpp"

#include "daemon/broadcast/correction.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace adoube::broadcast {
namespace {

constexpr std::size_t bytes_of_places = 128; // in `held_` and in the line of its game

std::int64_t held_by(std::int64_t delay_ms, const Place& place) {
    return place.by_time ? std::max(delay_ms, Delay::heard_within_ms) : delay_ms;
}

} // namespace

std::size_t Delay::Held::bytes() const {
    return sizeof(Held) + bytes_of_places + state.id.size() + new_moves.size() * sizeof(PublicMove);
}

PublicMoves Delay::Held::moves_after(PublicMoves before) const {
    before.cut_to(kept_moves);
    for (const auto& move : new_moves) before.push_back(move);
    return before;
}

Delay::Delay(std::int64_t delay_ms) : delay_ms_(delay_ms) {}

std::int64_t Delay::held_ms(const Place& place) const { return held_by(delay_ms_, place); }

void Delay::change(std::int64_t delay_ms) {
    const auto before_ms = std::exchange(delay_ms_, delay_ms);
    std::set<int> boards;
    for (auto& [id, line] : lines_) {
        for (Turn& turn : line.turns) {
            auto& held = held_.at(turn);
            if (auto& clocks = held.state.clocks) clocks->at_utc_ms += delay_ms - before_ms;
            set_due(turn, turn.first - held_by(before_ms, held.place) + held_by(delay_ms, held.place));
        }
        boards.insert(line.board);
    }
    for (const int board : boards) put_in_order(board);
}

void Delay::put(HallMs now_ms, PublicGame state, Place place) {
    const int board = state.board;
    Line& line = lines_[state.id];
    move_to(line, board);
    const auto same = PublicMoves::same(line.newest, state.moves);
    line.newest = std::exchange(state.moves, {});
    if (state.clocks) state.clocks->at_utc_ms += delay_ms_;
    Held held{same, place, place.said_ms, std::move(state), {line.newest.from(same), line.newest.end()}};
    auto& [room, last_due_ms] = boards_[board];
    last_due_ms = std::max(last_due_ms, now_ms + held_ms(held.place));
    const Turn turn{last_due_ms, put_++};
    line.turns.push_back(turn);
    ++room.states, room.bytes += held.bytes();
    held_.emplace(turn, std::move(held));
    if (room.states > most_states || room.bytes > most_bytes) thin(board);
}

std::optional<PublicGame> Delay::correct(const PublicGame& now) {
    const auto found = lines_.find(now.id);
    if (found == lines_.end()) return std::nullopt;
    Line& line = found->second;
    auto& room = boards_.at(line.board).room;
    auto before = line.shown, kept = line.shown; // moves of the state before, and of the last that stays
    std::optional<PublicGame> left_out;
    auto said_ms = HallMs::min();
    std::erase_if(line.turns, [&](const Turn& turn) {
        const auto here = held_.find(turn);
        Held& held = here->second;
        room.bytes -= held.bytes();
        held.state.moves = before = held.moves_after(before);
        held.said_ms = std::max(held.said_ms, said_ms);
        if (!still_stands(held.state, now)) {
            said_ms = held.said_ms; // as thinned out
            left_out = std::move(held.state);
            held_.erase(here);
            --room.states;
            return true;
        }
        held.kept_moves = PublicMoves::same(kept, before);
        held.new_moves = {before.from(held.kept_moves), before.end()};
        kept = std::exchange(held.state.moves, {});
        held.state.tags = renamed(held.state.tags, now.tags);
        room.bytes += held.bytes();
        return false;
    });
    line.newest = kept;
    if (!line.turns.empty()) return std::nullopt;
    end(found);
    return left_out;
}

void Delay::move_to(Line& line, int board) {
    if (line.board == board) return;
    auto& [room, last_due_ms] = boards_[board];
    Room& left = boards_[line.board].room;
    for (const Turn& turn : line.turns) {
        const auto bytes = held_.at(turn).bytes();
        --left.states, left.bytes -= bytes;
        ++room.states, room.bytes += bytes;
        last_due_ms = std::max(last_due_ms, turn.first);
    }
    if (left.states == 0) boards_.erase(line.board);
    line.board = board;
}

/// In the order of `put`.
std::vector<Delay::Turn*> Delay::turns_of(int board) {
    std::vector<Turn*> turns;
    for (auto& [id, line] : lines_)
        if (line.board == board)
            for (Turn& turn : line.turns) turns.push_back(&turn);
    std::ranges::sort(turns, {}, [](const Turn* turn) { return turn->second; });
    return turns;
}

void Delay::set_due(Turn& turn, HallMs due_ms) {
    if (turn.first == due_ms) return;
    auto held = held_.extract(turn);
    turn.first = due_ms;
    held.key() = turn;
    held_.insert(std::move(held));
}

/// A due state brings forward earlier, older ones of its board; those by time alone, or said, may have to
/// wait longer, and later ones then wait for them.
void Delay::put_in_order(int board) {
    const auto turns = turns_of(board);
    for (std::size_t at = turns.size(); at-- > 1;)
        if (const auto& held = held_.at(*turns[at - 1]);
            held_ms(held.place) == delay_ms_ && held.said_ms == HallMs::min())
            set_due(*turns[at - 1], std::min(turns[at - 1]->first, turns[at]->first));
    for (std::size_t at = 1; at < turns.size(); ++at)
        set_due(*turns[at], std::max(turns[at]->first, turns[at - 1]->first));
    if (!turns.empty()) boards_.at(board).last_due_ms = turns.back()->first;
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
            leave_out(held->second, held_.at(line.turns[at + 1]), boards_.at(board).room);
            held_.erase(held);
        }
        line.turns = std::move(kept);
    }
}

/// `next`, of the same game, now follows what came before `held`.
void Delay::leave_out(const Held& held, Held& next, Room& room) {
    room.bytes -= held.bytes() + next.bytes();
    next.said_ms = std::max(next.said_ms, held.said_ms);
    --room.states, ++left_out_;
    if (next.kept_moves > held.kept_moves) {
        const auto lent = static_cast<std::ptrdiff_t>(next.kept_moves - held.kept_moves);
        next.new_moves.insert(next.new_moves.begin(), held.new_moves.begin(), held.new_moves.begin() + lent);
        next.kept_moves = held.kept_moves;
    }
    room.bytes += next.bytes();
}

void Delay::set_clocks_on(std::string_view record, std::int64_t by_ms) {
    for (auto& [turn, held] : held_)
        if (held.place.record == record && held.state.clocks) held.state.clocks->at_utc_ms += by_ms;
}

void Delay::bring_forward(std::string_view record, Dated dated) {
    std::set<int> boards;
    for (auto& [id, line] : lines_)
        for (Turn& turn : line.turns) {
            const auto& held = held_.at(turn);
            const auto& place = held.place;
            if (place.record != record || turn.first > dated.until_ms + held_ms(place)) break;
            if (place.t_ms < dated.since_ms) continue;
            const auto since = std::max({dated.start_ms + place.t_ms.count(), held.said_ms, place.told_ms});
            set_due(turn, std::min(turn.first, since + held_ms(place)));
            boards.insert(line.board);
        }
    for (const int board : boards) put_in_order(board);
}

std::vector<Delayed> Delay::due(HallMs now_ms, std::size_t most) {
    std::vector<Delayed> states;
    while (!held_.empty() && held_.begin()->first.first <= now_ms && states.size() < most) {
        auto first = held_.extract(held_.begin());
        states.push_back(release(first.key(), std::move(first.mapped())));
    }
    return states;
}

Delayed Delay::release(Turn turn, Held held) {
    const auto line = lines_.find(held.state.id);
    Room& room = boards_.at(line->second.board).room;
    room.bytes -= held.bytes(), --room.states;
    held.state.moves = line->second.shown = held.moves_after(line->second.shown);
    line->second.turns.pop_front();
    if (line->second.turns.empty()) end(line);
    return {turn.first, held.place, std::move(held.state)};
}

/// Of which nothing waits.
void Delay::end(Lines::iterator line) {
    const auto board = boards_.find(line->second.board);
    lines_.erase(line);
    if (board->second.room.states == 0) boards_.erase(board);
}

std::optional<HallMs> Delay::next_due() const {
    if (held_.empty()) return std::nullopt;
    return held_.begin()->first.first;
}

Delay::Room Delay::held(int board) const {
    const auto room = boards_.find(board);
    return room == boards_.end() ? Room{} : room->second.room;
}

std::size_t Delay::games_held(HallMs now_ms) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        lines_, [&](const auto& line) { return line.second.turns.back().first > now_ms; }));
}

} // namespace adoube::broadcast
