#include "daemon/umpire/data/sight.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <atomic>

namespace adoube::umpire {

using chess::bit;
using chess::Bitboard;

namespace {

Bitboard later_than(Bitboard squares, const std::array<GameMs, 64>& happened_ms, GameMs t_ms) {
    Bitboard later = 0;
    while (squares) {
        const auto square = chess::pop(squares);
        if (happened_ms[static_cast<std::size_t>(index(square))] > t_ms) later |= bit(square);
    }
    return later;
}

} // namespace

Sight::Sight(Sensing sensing)
    : sensing_(sensing), last_lift_ms_(bounds::long_ago_ms), last_drop_ms_(bounds::long_ago_ms) {
    change();
}

Sight::Times::Times() {
    for (auto* each : {&lifted_ms, &dropped_ms, &placed_ms, &stands_since_ms})
        each->fill(bounds::long_ago_ms);
}

const Sight::Times Sight::never;

Sight::Times& Sight::times_to_change() {
    if (!times_)
        times_ = std::make_shared<Times>();
    else if (times_.use_count() > 1)
        times_ = std::make_shared<Times>(*times_);
    return *times_;
}

void Sight::change() {
    static std::atomic<std::uint64_t> states = 0;
    state_ = states.fetch_add(1, std::memory_order_relaxed) + 1;
}

void Sight::clear(Square square) {
    change();
    occupied_ &= ~bit(square);
    disbelieved_ &= ~bit(square);
    for (auto& side : sides_) side &= ~bit(square);
    for (auto& type : types_) type &= ~bit(square);
}

void Sight::lift(Square square, GameMs t_ms) {
    if (const auto piece = at(square)) lifted_[static_cast<std::size_t>(index(square))] = piece;
    clear(square);
    times_to_change().lifted_ms[static_cast<std::size_t>(index(square))] = t_ms;
    last_lift_ms_ = std::max(last_lift_ms_, t_ms);
}

void Sight::drop(Square square, const Seen& piece, GameMs t_ms) {
    const auto at = static_cast<std::size_t>(index(square));
    const bool came_back = !contains(occupied_, square) && lifted_from(square) == reduced(piece, sensing_);
    auto& times = times_to_change();
    const bool flicker = came_back && t_ms - times.lifted_ms[at] < bounds::certain_flicker_ms;
    const bool bounce = came_back && times.lifted_ms[at] - times.placed_ms[at] <= bounds::bounce_ms;
    put(square, piece);
    times.dropped_ms[at] = t_ms;
    last_drop_ms_ = std::max(last_drop_ms_, t_ms);
    if (flicker) return;
    times.placed_ms[at] = t_ms;
    if (!bounce) times.stands_since_ms[at] = t_ms;
}

void Sight::put(Square square, const Seen& piece) {
    clear(square);
    occupied_ |= bit(square);
    const auto seen = reduced(piece, sensing_);
    if (seen.side) sides_[static_cast<std::size_t>(*seen.side)] |= bit(square);
    if (seen.type) types_[static_cast<std::size_t>(*seen.type)] |= bit(square);
}

void Sight::mask(Square square, bool on) {
    change();
    if (on)
        masked_ |= bit(square);
    else
        masked_ &= ~bit(square);
}

void Sight::show(const chess::Position& position) { show(position, ~Bitboard{0}); }

void Sight::show(const chess::Position& position, Bitboard which) {
    while (which) {
        const auto square = chess::pop(which);
        if (const auto piece = position.at(square))
            put(square, {piece->side, piece->type});
        else
            clear(square);
    }
}

void Sight::show(const Snapshot& snapshot) {
    for (int at = 0; at < 64; ++at) {
        show(static_cast<Square>(at), snapshot.squares[static_cast<std::size_t>(at)]);
    }
}

void Sight::show_after_gap(const Snapshot& snapshot, GameMs now_ms) {
    for (int index = 0; index < 64; ++index) {
        const auto square = static_cast<Square>(index);
        const auto& seen = snapshot.squares[static_cast<std::size_t>(index)];
        if (seen && at(square) != reduced(*seen, sensing_))
            drop(square, *seen, now_ms);
        else
            show(square, seen);
    }
}

void Sight::show(Square square, const std::optional<Seen>& seen) {
    if (seen)
        put(square, *seen);
    else
        clear(square);
}

std::optional<Seen> Sight::at(Square square) const {
    if (!contains(occupied_, square)) return std::nullopt;
    Seen seen;
    for (auto side : {Side::white, Side::black})
        if (contains(sides_[static_cast<std::size_t>(side)], square)) seen.side = side;
    for (auto type : chess::all_piece_types)
        if (contains(types_[static_cast<std::size_t>(type)], square)) seen.type = type;
    return seen;
}

Bitboard Sight::just_emptied(GameMs now_ms, std::int64_t ms) const {
    if (last_lift_ms_ <= now_ms - ms) return 0;
    return later_than(~occupied_, times().lifted_ms, now_ms - ms);
}

Bitboard Sight::just_dropped(GameMs now_ms, std::int64_t ms) const {
    if (last_drop_ms_ <= now_ms - ms) return 0;
    return later_than(occupied_ & ~masked(), times().dropped_ms, now_ms - ms);
}

Bitboard Sight::last_lifted(Bitboard squares) const {
    Bitboard last = 0;
    while (squares) {
        const auto square = chess::pop(squares);
        if (!last || lifted_ms(square) >= lifted_ms(chess::first(last))) last = bit(square);
    }
    return last;
}

Sight Sight::with_put_back(Bitboard squares) const {
    Sight sight = *this;
    while (squares) {
        const auto square = chess::pop(squares);
        sight.put(square, lifted_from(square));
    }
    return sight;
}

GameMs Sight::changed_ms(chess::Bitboard squares) const {
    auto last_ms = bounds::long_ago_ms;
    while (squares) {
        const auto square = chess::pop(squares);
        last_ms = std::max({last_ms, lifted_ms(square), dropped_ms(square)});
    }
    return last_ms;
}

bool Sight::looks_like(const Sight& other) const {
    return occupied_ == other.occupied_ && sides_ == other.sides_ && types_ == other.types_;
}

Bitboard Sight::differing(const chess::Position& position) const {
    Bitboard wrong = occupied_ ^ position.occupied();
    for (auto side : {Side::white, Side::black}) {
        wrong |= sides_[static_cast<std::size_t>(side)] & ~position.pieces(side);
        if (sensing_ != Sensing::identity) continue;
        for (auto type : chess::all_piece_types)
            wrong |= sides_[static_cast<std::size_t>(side)] & types_[static_cast<std::size_t>(type)] &
                     ~position.pieces(side, type);
    }
    return wrong & ~masked();
}

bool Sight::may_show_a_move(const chess::Position& position) const {
    return (position.pieces(position.to_move()) & (~occupied_ | masked())) != 0 || position.is_chess960();
}

} // namespace adoube::umpire
