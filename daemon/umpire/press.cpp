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

/// Pieces of `side` are off the board that the opponent, whose ply this is, cannot have taken.
bool own_pieces_missing(const Reading& reading, const Sight& sight, Side side) {
    for (auto gone = reading.position.pieces(side) & sight.differing(reading.position) & ~sight.occupied();
         gone;)
        if (!can_be_captured(reading.position, chess::pop(gone))) return true;
    return false;
}

} // namespace

std::vector<Reading> pressed(const Reading& reading, Side side, const Sight& sight, Moment made, Moment now) {
    const bool has_the_move = reading.position.to_move() == side;
    if (has_the_move) {
        const auto standing = standing_moves(reading, sight);
        if (!standing.empty()) {
            Reading told = reading;
            tell_ambiguity(told, standing, now);
            std::vector<Reading> next;
            for (const auto& move : standing) next.push_back(pressed_for(told, move, made, now));
            return next;
        }
    }
    const bool disturbed = !has_the_move && own_pieces_missing(reading, sight, side);
    if (const auto ply = awaiting_press(reading, side); ply && !disturbed) {
        return {pressed_late(reading, *ply, side, now)};
    }
    Reading idle = reading;
    idle.clock.press(side, now.t_ms);
    const auto wrong = sight.differing(reading.position);
    idle.cost += (wrong && has_the_move) || disturbed ? cost::irregular_press : cost::idle_press;
    if (has_the_move) {
        idle.ply.irregular |= wrong != 0;
        std::ranges::move(offences_of_press(idle, sight, now), std::back_inserter(idle.ply.incidents));
        if (const auto queen = unfinished_promotion(idle, sight);
            queen && idle.header->laws >= Edition::laws_2018) {
            return {pressed_for(idle, {*queen, 0}, made, now)};
        }
    }
    return {std::move(idle)};
}

} // namespace adoube::umpire
