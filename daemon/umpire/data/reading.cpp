#include "daemon/umpire/data/reading.hpp"

#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

namespace adoube::umpire {

using chess::bit;
using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::Position;

Bitboard origins(Move move) {
    return move.kind == MoveKind::castling ? bit(move.from) | bit(move.to) : bit(move.from);
}

Bitboard hands_of(const Position& position, Move move) { return origins(move) | taken_by(position, move); }

Bitboard taken_by(const Position& position, Move move) {
    if (move.kind == MoveKind::en_passant) return bit(chess::en_passant_victim(move));
    return position.is_capture(move) ? bit(move.to) : 0;
}

void note_off_with_king(Reading& reading, Bitboard occupied) {
    const auto& position = reading.position;
    if (!contains(occupied, position.king(position.to_move())))
        reading.ply.off_with_king |= position.castling_rooks(position.to_move()) & ~occupied;
}

void touch(Reading& reading, Square square, Moment lifted) {
    auto& ply = reading.ply;
    ply.lifted |= bit(square);
    if (contains(ply.exchange, square) && ply.touches.empty()) return;
    if (contains(ply.restoring, square) || contains(ply.to_carry_out, square)) return;
    const bool known =
        std::ranges::any_of(ply.touches, [&](const Touch& touch) { return touch.square == square; });
    const bool adjusting = reading.adjusting[static_cast<std::size_t>(reading.position.to_move())];
    if (!known && reading.position.at(square)) ply.touches.push_back({square, lifted, adjusting});
}

void add_incident(Reading& reading, Incident incident) {
    auto& told = reading.ply.incidents;
    if (std::ranges::count(told, incident.kind, &Incident::kind) < bounds::most_of_a_kind)
        told.push_back(std::move(incident));
}

void tell_time(PlayedMove& played, const ChessClock& clock, Side player, GameMs t_ms) {
    if (!clock.kept()) return;
    played.record.clock_ms = clock.left_ms(player, t_ms);
    played.time_lost = clock.lost_press();
}

void tell_lost_times(Reading& reading, GameMs t_ms) {
    if (!reading.clock.in_sight()) return;
    std::array<std::optional<std::int64_t>, 2> later_ms{}; // after each side's next move
    auto player = chess::other(reading.position.to_move());
    for (auto& played : reading.line | std::views::reverse) {
        auto& next_ms = later_ms[static_cast<std::size_t>(player)];
        if (std::exchange(played.time_lost, false))
            played.record.clock_ms =
                next_ms ? *next_ms - reading.clock.bonus_ms(player) : reading.clock.left_ms(player, t_ms);
        next_ms = played.record.clock_ms;
        player = chess::other(player);
    }
}

void date_unpressed(Reading& reading, const ChessClock& clock, GameMs made_ms) {
    if (reading.line.size() < 2 || !clock.kept()) return;
    auto& before = reading.line[reading.line.size() - 2];
    if (before.awaits_press) date(before, clock, reading.position.to_move(), made_ms);
}

void date(PlayedMove& unpressed, const ChessClock& clock, Side player, GameMs answered_ms) {
    if (unpressed.dated || unpressed.dated_ms == answered_ms) return;
    tell_time(unpressed, clock, player, answered_ms);
    unpressed.dated_ms = answered_ms;
}

void note_worked_out(Reading& reading) {
    reading.line.back().worked_out = true;
    if (reading.clock.kept() && reading.header->scan_ms > 0) {
        reading.clock.lose_press();
        reading.line.back().time_lost = true;
    }
    reading.press_unseen[static_cast<std::size_t>(chess::other(reading.position.to_move()))] = true;
}

bool other_clock_runs(const Reading& reading) {
    return reading.doubts.times(Doubt::other_clock_runs) + reading.doubts.times(Doubt::not_yet_pressed) > 0;
}

void believe_clock(Reading& reading) {
    for (const auto doubt : {Doubt::other_clock_runs, Doubt::not_yet_pressed})
        if (reading.doubts.times(doubt) > 0) reading.doubts -= doubt;
}

void complete(Reading& reading, std::size_t ply, GameMs t_ms, bool by_press) {
    auto& played = reading.line[ply];
    played.awaits_press = false;
    played.pressed |= by_press;
    if (by_press || !played.record.completed_ms) played.record.completed_ms = t_ms;
}

bool promotes_on(Move move, Square square) { return move.kind == MoveKind::promotion && move.to == square; }

bool is_same_to_the_eye(Move a, Move b) { return a.from == b.from && a.to == b.to; }

bool can_be_captured(const Position& position, Square square) {
    return std::ranges::any_of(position.legal_moves(), [&](Move move) {
        return move.to == square ? move.kind != MoveKind::castling
                                 : contains(taken_by(position, move), square);
    });
}

} // namespace adoube::umpire
