#include "tests/replay/hands.hpp"

#include <algorithm>
#include <cmath>

namespace adoube::replay {

namespace {

using chess::MoveKind;

// The bounds of the contract, "How long things last".
constexpr std::int64_t touch_ms = 400;         // longer than a flicker
constexpr std::int64_t longest_slide_ms = 295; // below 300: slid over
constexpr std::int64_t bounce_begins_ms = 495; // below 500 after the drop
constexpr std::int64_t released_ms = 1000;
constexpr std::int64_t early_drop_ms = 250;

} // namespace

void Hands::make(const Position& before, Move move, std::optional<Square> stands_on) {
    switch (move.kind) {
    case MoveKind::normal:
        if (before.is_capture(move)) return capture(before, move, stands_on.value_or(move.from));
        carry(stands_on.value_or(move.from), move.to);
        return settle(move.to);
    case MoveKind::en_passant: return en_passant(move);
    case MoveKind::castling: return castle(before, move);
    case MoveKind::promotion: return promote(before, move);
    }
}

void Hands::capture(const Position& before, Move move, Square from) {
    if (dice_.chance(table_.knobs.exchange) && from == move.from && can_miss_lift(before, move))
        missed_lift(from, move.to);
    else if (any_order()) {
        const Piece mover = time_.lift(slide(from, move.to));
        hold();
        remove(move.to);
        pause();
        time_.drop(move.to, mover);
    } else {
        remove(move.to);
        pause();
        carry(from, move.to);
    }
    if (time_.at(move.to) && !(presence() && time_.events().back().unseen)) settle(move.to);
}

void Hands::missed_lift(Square from, Square to) {
    if (!presence()) return carry(from, to);
    const Piece mover = time_.lift(slide(from, to));
    hold();
    time_.lift(to, true);
    time_.drop(to, mover, true);
}

bool Hands::can_miss_lift(const Position& before, Move move) const {
    if (!presence()) return true;
    return std::ranges::none_of(before.legal_moves(), [&](Move other) {
        return other.from == move.from && other.to != move.to && before.is_capture(other);
    });
}

void Hands::en_passant(Move move) {
    const Square victim = en_passant_victim(move);
    const auto order = any_order() ? dice_.between(0, 2) : 0;
    if (order == 0) {
        carry(move.from, move.to);
        settle(move.to);
        pause();
        remove(victim);
    } else if (order == 1) {
        remove(victim);
        pause();
        carry(move.from, move.to);
        settle(move.to);
    } else {
        const Piece pawn = time_.lift(slide(move.from, move.to));
        hold();
        remove(victim);
        pause();
        time_.drop(move.to, pawn);
        settle(move.to);
    }
}

void Hands::castle(const Position& before, Move move) {
    const Square king_to = destination(move), rook_to = rook_destination(move);
    const bool overlaps =
        king_to == move.from || king_to == move.to || rook_to == move.from || rook_to == move.to;
    if (!overlaps && dice_.chance(table_.knobs.rook_first)) {
        const auto rook_alone = before.move_from_uci(to_string(move.to) + to_string(rook_to));
        const bool goes_on = rook_alone && before.after(*rook_alone).has_legal_move();
        if (!table_.lever || !goes_on || dice_.chance(0.5)) return castle_both_in_hand(move, true);
        carry(move.to, rook_to);
        settle(rook_to);
        pause();
        carry(move.from, king_to);
        return settle(king_to);
    }
    const bool both_move = king_to != move.from && rook_to != move.to;
    const bool in_turn_only = !both_move || (overlaps && table_.sensing != record::Sensing::identity);
    if (king_to == move.to || (!in_turn_only && any_order())) return castle_both_in_hand(move, false);
    // Without a lever, a legal king's step is complete after a second.
    const bool step = std::abs(index(move.from) - index(king_to)) <= 1;
    castle_in_turn(move, step && !table_.lever);
}

void Hands::castle_in_turn(Move move, bool at_once) {
    const Square king_to = destination(move), rook_to = rook_destination(move);
    if (king_to == move.from) {
        touch(move.from);
    } else {
        carry(move.from, king_to);
        if (!at_once) settle(king_to);
    }
    if (at_once)
        time_.wait(dice_.between(50, 400));
    else
        pause();
    if (rook_to == move.to) return;
    carry(move.to, rook_to);
    settle(rook_to);
}

void Hands::castle_both_in_hand(Move move, bool rook_first_lifted) {
    const Square first = rook_first_lifted ? move.to : move.from,
                 second = rook_first_lifted ? move.from : move.to;
    const Piece first_piece = time_.lift(first);
    pause();
    const Piece second_piece = time_.lift(second);
    pause();
    const bool king_drops_first = dice_.chance(0.5);
    const bool king_is_first = !rook_first_lifted;
    const Piece king = king_is_first ? first_piece : second_piece,
                rook = king_is_first ? second_piece : first_piece;
    if (king_drops_first) time_.drop(destination(move), king), settle(destination(move)), pause();
    time_.drop(rook_destination(move), rook);
    settle(rook_destination(move));
    if (!king_drops_first) pause(), time_.drop(destination(move), king), settle(destination(move));
}

void Hands::promote(const Position& before, Move move) {
    const bool any_steps = table_.laws >= laws::Edition::laws_2018; // 4.6
    const auto order = any_order() ? dice_.between(0, 2) : 0;
    if (order == 2 && any_steps && (!before.is_capture(move) || can_miss_lift(before, move)))
        promote_piece_first(before, move);
    else if (order != 0)
        promote_pawn_off(before, move);
    else {
        leave_pawn(before, move);
        pause();
        exchange_pawn(move);
    }
}

void Hands::leave_pawn(const Position& before, Move move) {
    if (before.is_capture(move)) return capture(before, move, move.from);
    carry(move.from, move.to);
    settle(move.to);
}

void Hands::exchange_pawn(Move move) {
    const Side side = time_.at(move.to)->side;
    time_.wait_until(time_.dropped_at(move.to) + 600); // sooner it could be a bounce
    const bool missed = dice_.chance(table_.knobs.exchange);
    const bool unseen = missed && presence();
    if (!missed || unseen) {
        time_.lift(move.to, unseen);
        time_.wait(dice_.between(touch_ms, 2 * touch_ms));
    }
    time_.drop(move.to, {side, move.promoted}, unseen);
    if (!unseen) settle(move.to);
}

void Hands::promote_piece_first(const Position& before, Move move) {
    const Side side = before.to_move();
    if (before.is_capture(move)) remove(move.to), pause();
    time_.drop(move.to, {side, move.promoted});
    settle(move.to);
    pause();
    time_.lift(move.from);
}

void Hands::promote_pawn_off(const Position& before, Move move) {
    const Side side = before.to_move();
    const bool captures = before.is_capture(move);
    const bool missed = captures && dice_.chance(table_.knobs.exchange) && can_miss_lift(before, move);
    const bool victim_first = captures && !missed && dice_.chance(0.5);
    if (victim_first) remove(move.to), pause();
    time_.lift(move.from);
    pause();
    if (captures && !missed && !victim_first) remove(move.to), pause();
    const bool unseen = missed && presence();
    if (unseen) time_.lift(move.to, true);
    time_.drop(move.to, {side, move.promoted}, unseen);
    if (!unseen) settle(move.to);
}

void Hands::touch(Square square) {
    const Piece piece = time_.lift(square);
    time_.wait(dice_.between(touch_ms, 6 * touch_ms));
    for (int n = dice_.chance(table_.knobs.slide) ? 2 : 0; n > 0; --n) {
        const auto over = static_cast<Square>(dice_.between(0, 63));
        if (time_.at(over) || over == square) continue;
        time_.drop(over, piece);
        time_.wait(dice_.between(10, longest_slide_ms));
        time_.lift(over);
        time_.wait(dice_.between(5, 200));
    }
    time_.drop(square, piece);
}

void Hands::leave_on(Square from, Square to) {
    carry(from, to);
    time_.wait(dice_.between(released_ms, 4 * released_ms));
}

void Hands::carry(Square from, Square to) {
    const Square at = slide(from, to);
    hop(at, to, at != from);
}

Piece Hands::remove(Square square) {
    // Sooner, without a press between, it could be a bounce.
    if (time_.pressed_at() < time_.dropped_at(square)) time_.wait_until(time_.dropped_at(square) + 600);
    return time_.lift(square);
}

void Hands::pause() {
    const bool long_one = dice_.chance(table_.knobs.pauses);
    time_.wait(long_one ? dice_.between(1000, 15'000) : dice_.between(touch_ms, 2 * touch_ms));
}

void Hands::hold() {
    const bool long_one = dice_.chance(table_.knobs.pauses);
    time_.wait(long_one ? dice_.between(1000, 20'000) : dice_.between(30, 900));
}

Square Hands::slide(Square from, Square to) {
    if (!dice_.chance(table_.knobs.slide)) return from;
    Square at = from;
    for (const Square over : way(from, to)) {
        hop(at, over, at != from);
        const auto stood_ms = time_.now() - time_.dropped_at(over);
        time_.wait(dice_.between(5, longest_slide_ms - stood_ms));
        at = over;
    }
    return at;
}

/// Some empty squares near the line, in order of passage.
std::vector<Square> Hands::way(Square from, Square to) {
    const double files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);
    const double length = std::hypot(files, ranks);
    std::vector<std::pair<double, Square>> near;
    for (int n = 0; n < 64; ++n) {
        const auto square = static_cast<Square>(n);
        if (time_.at(square) || square == from || square == to) continue;
        const double file = file_of(square) - file_of(from), rank = rank_of(square) - rank_of(from);
        const double along = (file * files + rank * ranks) / length;
        const double aside = std::abs(file * ranks - rank * files) / length;
        if (along > 0 && along < length && aside < 0.75 && dice_.chance(aside < 0.1 ? 0.7 : 0.25))
            near.emplace_back(along, square);
    }
    std::ranges::sort(near);
    std::vector<Square> result;
    for (const auto& [along, square] : near) result.push_back(square);
    return result;
}

void Hands::hop(Square from, Square to, bool sliding) {
    if (dice_.chance(table_.knobs.early_drop)) {
        const auto longest_ms =
            sliding ? longest_slide_ms - (time_.now() - time_.dropped_at(from)) : early_drop_ms;
        const auto dropped_ms = time_.now();
        time_.drop(to, *time_.at(from));
        time_.wait(dice_.between(0, std::min(longest_ms, early_drop_ms)));
        time_.lift(from);
        time_.doubled.push_back({from, {dropped_ms, time_.now()}});
        return;
    }
    const Piece piece = time_.lift(from);
    if (sliding)
        time_.wait(dice_.between(5, 250));
    else
        hold();
    time_.drop(to, piece);
}

void Hands::settle(Square square) {
    if (!dice_.chance(table_.knobs.bounce)) return;
    const auto dropped_ms = time_.dropped_at(square);
    for (int times = dice_.chance(0.2) ? 2 : 1; times > 0; --times) {
        const auto soonest_ms = time_.now() - dropped_ms + 5;
        if (soonest_ms > bounce_begins_ms) return;
        time_.wait_until(dropped_ms + dice_.between(soonest_ms, bounce_begins_ms));
        const Piece piece = time_.lift(square);
        time_.wait(dice_.chance(0.7) ? dice_.between(10, 200) : dice_.between(200, 1500));
        time_.drop(square, piece);
    }
}

} // namespace adoube::replay
