// Which moves of the likeliest reading are complete and certain enough to show.

#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/hands/centre.hpp"
#include "daemon/umpire/hands/lost_inputs.hpp"
#include "daemon/umpire/hands/readings.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace adoube::umpire {
namespace {

using chess::bit;

constexpr auto never_ms = GameMs::max();

/// Other series of that length may have been lost, even to the same position.
bool several_were_lost(const Reading& reading, std::size_t ply) {
    for (; ply < reading.line.size() && reading.line[ply].worked_out; ++ply)
        for (const auto& incident : reading.line[ply].incidents)
            if (incident.kind == IncidentKind::reconstructed) return incident.allowed.size() > 1;
    return false;
}

} // namespace

/// Reported as ambiguous or worked out after a gap, while another reading differs. At rest, that one must
/// match the board or, if this one has pieces in hand, match but for pieces in hand.
bool Readings::is_open(const Reading& likeliest, std::size_t ply, GameMs t_ms) const {
    const auto& played = likeliest.line[ply];
    if (lever_ && played.incidents.empty() && !played.worked_out && !played.time_lost) return false;
    if (t_ms - played.record.completed_ms.value_or(t_ms) >= bounds::ambiguous_ms) return false;
    if (awaits_clock(likeliest, ply, t_ms)) return true;
    if (!played.worked_out &&
        std::ranges::count(played.incidents, IncidentKind::ambiguous, &Incident::kind) == 0)
        return !lever_ && may_be_another(likeliest, ply);
    if (played.worked_out && several_were_lost(likeliest, ply)) return true;
    const bool at_rest = played.worked_out && t_ms - changed_.t_ms >= bounds::restored_ms;
    const bool in_hand = !is_as_left(likeliest);
    const auto lost = lost_moves(likeliest).size();
    const auto has_it = [&](const Reading& reading) {
        if (reading.line.size() > ply) return reading.line[ply].record.move == played.record.move;
        if (!at_rest) return false; // its piece may be on its way
        const auto standing = reading.line.size() == ply ? standing_moves(reading, sight_) : StandingMoves();
        return !standing.empty() && standing.front().move == played.record.move;
    };
    return std::ranges::any_of(readings_, [&](const Reading& reading) {
        if (lost_moves(reading).size() > lost && reading.cost() > likeliest.cost()) return false;
        return !has_it(reading) && (!at_rest || is_as_left(reading) || (in_hand && is_in_hand(reading)));
    });
}

/// Boards tell of their clock within a second or two.
bool Readings::awaits_clock(const Reading& likeliest, std::size_t ply, GameMs t_ms) const {
    const auto& played = likeliest.line[ply];
    return played.time_lost && !likeliest.clock.in_sight() &&
           t_ms - played.record.completed_ms.value_or(t_ms) < bounds::clock_seen_ms;
}

/// An unseen, unpressed capture: the piece still in hand, or another capture, is as likely.
bool Readings::may_be_another(const Reading& likeliest, std::size_t ply) const {
    return std::ranges::any_of(readings_, [&](const Reading& reading) {
        const bool has_move = reading.line.size() > ply;
        if (has_move && is_same_to_the_eye(reading.line[ply].record.move, likeliest.line[ply].record.move))
            return false;
        return reading.cost() < likeliest.cost() || (has_move && reading.cost() == likeliest.cost());
    });
}

/// A move without a press is complete when the answer has stood long enough, not at the next touch. A king
/// going to the centre may end the game instead.
GameMs Readings::complete_from_ms(const Reading& likeliest, std::size_t ply) const {
    const auto& [position, line] = std::tie(likeliest.position, likeliest.line);
    const auto& record = line[ply].record;
    if (line[ply].pressed || !lever_ || ply + 1 == line.size() || line[ply + 1].pressed)
        return *record.completed_ms;
    const auto& answer = line[ply + 1].record;
    const bool is_last = ply + 2 == line.size();
    if (is_last &&
        contains(centre & bit(position.king(chess::other(position.to_move()))), destination(answer.move)))
        return never_ms;
    return std::max(*record.completed_ms, answer.made_ms + bounds::completed_ms);
}

std::size_t Readings::completed(GameMs t_ms) const {
    const Reading& likeliest = best();
    const auto& line = likeliest.line;
    if (line.empty()) return 0;
    const auto answer = lever_ && t_ms - changed_.t_ms >= bounds::completed_ms ? made(t_ms) : std::nullopt;
    const bool answered = answer && !may_be_of_ceremony(likeliest.position, answer->move);
    std::size_t plies = line.size();
    const auto is_complete = [&](std::size_t ply) {
        return line[ply].record.completed_ms && !line[ply].illegal &&
               complete_from_ms(likeliest, ply) <= t_ms;
    };
    if (!answered || line.back().illegal)
        while (plies > 0 && !is_complete(plies - 1)) --plies;
    for (std::size_t ply = 0; ply < plies; ++ply)
        if (is_open(likeliest, ply, t_ms)) return ply;
    return plies;
}

std::optional<GameMs> Readings::next_by_time_ms(GameMs t_ms) const {
    const Reading& likeliest = best();
    const auto& line = likeliest.line;
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        if (!line[ply].record.completed_ms) continue;
        if (is_open(likeliest, ply, t_ms)) {
            const auto rested_ms = changed_.t_ms + bounds::restored_ms;
            const auto wait_ms =
                awaits_clock(likeliest, ply, t_ms) ? bounds::clock_seen_ms : bounds::ambiguous_ms;
            const auto known_ms = *line[ply].record.completed_ms + wait_ms;
            return line[ply].worked_out && rested_ms > t_ms ? std::min(rested_ms, known_ms) : known_ms;
        }
        if (const auto from_ms = complete_from_ms(likeliest, ply); from_ms > t_ms && from_ms != never_ms)
            return from_ms;
    }
    return std::nullopt;
}

} // namespace adoube::umpire
