#include "tools/adoube/design/objection.hpp"

#include "tools/adoube/design/limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace adoube::tools::design {
namespace {

constexpr std::uint32_t cheap_placements = 200'000; // enough to leave out most
constexpr double heavy_g = 100;                     // no piece of a usual set weighs more

/// With thousands apart.
std::string counted(double count) {
    std::string digits = std::to_string(std::lround(count));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

struct Broken {
    bool missed, wrong_colour, felt_or_stuck;
};
Broken broken_of(const Chances& chances, const Chances& safe) {
    return {.missed = chances.missed_anywhere > safe.missed_anywhere ||
                      chances.missed_by_hand > safe.missed_by_hand,
            .wrong_colour = chances.wrong_colour > safe.wrong_colour,
            .felt_or_stuck = chances.felt > safe.felt || chances.stuck > safe.stuck};
}

/// All limits that are broken, and none that is not.
std::string broken_limits(const Chances& chances, const Chances& safe) {
    std::string all;
    const auto name = [&all](double share, double most, const char* what) {
        if (share <= most) return;
        all += (all.empty() ? "" : "; ") + counted(std::ceil(share * 1e6)) + " of a million " + what + ", " +
               (most > 0 ? "at most " + counted(most * 1e6) + " are" : "none is") + " allowed";
    };
    name(chances.missed_anywhere, safe.missed_anywhere, "pieces anywhere on their squares are missed");
    name(chances.missed_by_hand, safe.missed_by_hand, "pieces put down by hand are missed");
    name(chances.wrong_colour, safe.wrong_colour, "pieces show as the other side's");
    name(chances.felt, safe.felt, "empty squares show their neighbours");
    name(chances.stuck, safe.stuck, "squares still show the piece that left");
    return all;
}

Sensing with_sensor(const Sensing& sensing, const HallSensor& sensor) {
    if (const auto* four = std::get_if<FourHalls>(&sensing)) return FourHalls{sensor, four->off_mm};
    return sensor;
}

/// A sensor at its end still tells a piece, but where the field is this much stronger nothing that is
/// computed from the level of a piece in the middle can be measured on the board.
constexpr double most_beyond_end = 2;
bool driven_to_end(const Board& board, const HallSensor& sensor) {
    return sensor.steps_per_mt * std::abs(field_mt(board.magnet, 0, board.gap_mm)) >
           most_beyond_end * HallSensor::end_steps;
}
bool driven_to_end(const Board& board) {
    const auto* hall = hall_of(board.sensing);
    return hall != nullptr && driven_to_end(board, *hall);
}

/// The most sensitive one that suits: of four A2, as their pieces are nearer.
const HallSensor& finest(const Sensing& sensing) {
    return hall_sensors[std::holds_alternative<FourHalls>(sensing) ? 1 : 0];
}
bool too_coarse(const Board& board) {
    const auto* hall = hall_of(board.sensing);
    return hall != nullptr && hall->steps_per_mt < finest(board.sensing).steps_per_mt;
}

/// Four sensors may lie where the field has changed its sign.
bool turned_around(const Board& board, const Verdict& verdict) {
    return std::holds_alternative<FourHalls>(board.sensing) && verdict.level <= 0;
}
bool no_height(const Board& board, const Verdict& verdict) {
    return std::holds_alternative<UprightReed>(board.sensing) && verdict.closes_at_mm == 0;
}

std::string advice_for_missed(const Board& board, bool another_gap_may_help) {
    if (std::holds_alternative<UprightReed>(board.sensing))
        return "take a larger base or a stronger magnet (18x3 of N35 suits reeds under bases of 28 mm on "
               "squares of 55)";
    constexpr double shallow_mm = 24; // deeper ones gain nothing by more
    std::string all = "take ";
    if (too_coarse(board)) all += "an " + std::string(finest(board.sensing).name) + ", ";
    if (another_gap_may_help) all += board.gap_mm < shallow_mm ? "a larger gap, " : "a smaller gap, ";
    return all + "a larger base, smaller squares or a stronger magnet";
}

} // namespace

std::optional<std::string> complaint(const Board& board, const Verdict& verdict) {
    if (driven_to_end(board))
        return "the magnet drives an " + std::string(hall_of(board.sensing)->name) + " to its end (" +
               counted(HallSensor::end_steps) + " steps) and far beyond";
    if (no_height(board, verdict)) return "the magnet is too weak for more than a third of the reeds";
    if (turned_around(board, verdict)) return "a piece in the middle of its square shows as the other side's";
    const auto safe = safe_for(board.sensing);
    if (const auto all = broken_limits(verdict.chances, safe); !all.empty()) return all;
    if (verdict.least_weight_g > heavy_g)
        return "pieces that touch push each other away unless they weigh at least " +
               counted(std::ceil(verdict.least_weight_g)) + " g, at most " + counted(heavy_g) +
               " g are allowed";
    return std::nullopt;
}

std::string advice(const Board& board, const Verdict& verdict, bool another_gap_may_help) {
    if (driven_to_end(board)) {
        const auto* weaker = std::ranges::find_if(
            hall_sensors, [&](const HallSensor& sensor) { return !driven_to_end(board, sensor); });
        return "take " +
               (weaker != std::ranges::end(hall_sensors) ? "an " + std::string(weaker->name) + " or " : "") +
               "a larger gap";
    }
    if (turned_around(board, verdict)) return "let the four sensors lie nearer to the middle (--four)";
    const auto broken = broken_of(verdict.chances, safe_for(board.sensing));
    if (no_height(board, verdict) || broken.missed) return advice_for_missed(board, another_gap_may_help);
    const auto with_gap = [&](const char* gap) {
        return another_gap_may_help && hall_of(board.sensing) ? gap : "";
    };
    if (broken.wrong_colour) return std::string("take ") + with_gap("a larger gap or ") + "a larger base";
    if (broken.felt_or_stuck)
        return std::string("take ") + with_gap("a smaller gap, ") + "a smaller magnet or larger squares";
    return "take a smaller magnet or a larger base";
}

std::optional<std::string> objection(const Board& board, const Verdict& verdict) {
    const auto why = complaint(board, verdict);
    return why ? std::optional(*why + ": " + advice(board, verdict)) : std::nullopt;
}

bool may_be_safe_instead(const Board& board, const Verdict& verdict) {
    return hall_of(board.sensing) != nullptr && !driven_to_end(board) && !turned_around(board, verdict) &&
           verdict.least_weight_g <= heavy_g;
}

std::optional<Board> safe_instead(const Board& board, std::uint32_t placements, std::uint64_t seed,
                                  const Steps& told) {
    constexpr auto deeper = std::to_array<double>({0, -2, 2, -4, 4, 6, -8, 10, 14, -16});
    std::size_t tried = 0;
    const auto is_safe = [&](const Board& other) {
        for (const auto count : {std::min(placements, cheap_placements), placements})
            if (complaint(other, judge(other, count, seed))) return false;
        return true;
    };
    const auto own = *hall_of(board.sensing);
    const auto nearest = [&](const HallSensor& sensor) -> std::optional<Board> {
        for (const double deeper_mm : deeper) {
            if (told) told(tried++, 2 * deeper.size());
            if (deeper_mm == 0 && sensor.name == own.name) continue; // that is the board that is not
            auto other = board;
            other.sensing = with_sensor(board.sensing, sensor);
            other.gap_mm += deeper_mm;
            if (!impossible(other) && is_safe(other)) return other;
        }
        return std::nullopt;
    };
    if (const auto other = nearest(own)) return other;
    return too_coarse(board) ? nearest(finest(board.sensing)) : std::nullopt;
}

} // namespace adoube::tools::design
