#include "daemon/umpire/press.hpp"

#include "daemon/umpire/offences.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::umpire {
namespace {

/// The player's own last move, where a late press may still count for it.
std::optional<std::size_t> awaiting_press(const Reading& reading, Side side) {
    const std::size_t back = reading.position.to_move() == side ? 2 : 1;
    if (reading.line.size() < back) return std::nullopt;
    const auto ply = reading.line.size() - back;
    if (!reading.line[ply].awaits_press) return std::nullopt;
    return ply;
}

Reading pressed_for(const Reading& before, const Standing& standing, Moment made, Moment now) {
    const auto side = before.position.to_move();
    Reading reading = before;
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    reading = with_move(reading, standing, made, now, now.input + 1);
    complete(reading, reading.line.size() - 1, now.t_ms, true);
    if (reading.clock.kept()) reading.line.back().record.clock_ms = reading.clock.left_ms(side, now.t_ms);
    return reading;
}

Reading pressed_late(const Reading& before, std::size_t ply, Side side, Moment now) {
    Reading reading = before;
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    complete(reading, ply, now.t_ms, true);
    if (reading.clock.kept()) reading.line[ply].record.clock_ms = reading.clock.left_ms(side, now.t_ms);
    return reading;
}

/// Several moves look alike, and nothing told them apart: the first is taken, the others stay possible.
void tell_ambiguity(Reading& reading, const std::vector<Standing>& standing, Moment now) {
    const auto alike = std::ranges::count(standing, standing.front().cost, &Standing::cost);
    if (alike < 2) return;
    auto incident = incident_of(reading, IncidentKind::ambiguous, {}, reading.position.to_move(), now, now);
    incident.article.clear();
    for (const auto& each : standing | std::views::take(alike)) {
        incident.allowed.push_back(to_uci(each.move, reading.header->chess960));
        incident.squares.push_back(destination(each.move));
    }
    incident.text =
        "The sensors cannot tell which of these moves was made; " + incident.allowed.front() + " is written.";
    reading.ply.incidents.push_back(std::move(incident));
}

/// Pieces of `side` are off the board, and not by a flicker, that the opponent, whose ply this is, cannot
/// have taken.
bool own_pieces_missing(const Reading& reading, const Sight& sight, Side side, Moment now) {
    for (auto gone = reading.position.pieces(side) & sight.differing(reading.position) & ~sight.occupied();
         gone;) {
        const auto square = chess::pop(gone);
        const bool flicker = now.t_ms - sight.lifted_ms(square) < bounds::flicker_ms;
        if (!flicker && !can_be_captured(reading.position, square)) return true;
    }
    return false;
}

/// A press that completes nothing.
Reading pressed_in_vain(const Reading& reading, bool has_the_move, bool disturbed, const Sight& sight,
                        Moment made, Moment now) {
    Reading idle = reading;
    idle.clock.press(has_the_move ? reading.position.to_move() : chess::other(reading.position.to_move()),
                     now.t_ms);
    const bool wrong = sight.differing(reading.position) != 0;
    idle.cost += (wrong && has_the_move) || disturbed ? cost::irregular_press : cost::idle_press;
    if (!has_the_move) return idle;
    idle.ply.irregular |= wrong;
    std::ranges::move(offences_of_press(idle, sight, now), std::back_inserter(idle.ply.incidents));
    const auto queen = unfinished_promotion(idle, sight);
    if (!queen || idle.header->laws < Edition::laws_2018) return idle;
    auto queened = pressed_for(idle, {*queen, 0}, made, now);
    queened.ply.queened_by_press = true;
    queened.ply.exchange = chess::bit(queen->to);
    return queened;
}

} // namespace

std::vector<Reading> pressed(const Reading& reading, Side side, const Sight& sight, Moment made, Moment now) {
    const bool has_the_move = reading.position.to_move() == side;
    std::vector<Reading> next;
    if (has_the_move) {
        const auto standing = standing_moves(reading, sight);
        Reading told = reading;
        if (!standing.empty()) tell_ambiguity(told, standing, now);
        for (const auto& move : standing) next.push_back(pressed_for(told, move, made, now));
        if (!standing.empty() && standing.front().cost == 0) return next;
    }
    const bool disturbed = !has_the_move && own_pieces_missing(reading, sight, side, now);
    if (const auto ply = awaiting_press(reading, side); ply && !disturbed)
        next.push_back(pressed_late(reading, *ply, side, now));
    else if (next.empty())
        next.push_back(pressed_in_vain(reading, has_the_move, disturbed, sight, made, now));
    return next;
}

} // namespace adoube::umpire
