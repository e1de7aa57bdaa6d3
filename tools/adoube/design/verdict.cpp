#include "tools/adoube/design/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace adoube::tools::design {
namespace {

constexpr double release_share = 0.85; // of the threshold

double share_below(const std::vector<double>& sorted, double limit) {
    return static_cast<double>(std::ranges::lower_bound(sorted, limit) - sorted.begin()) /
           static_cast<double>(sorted.size());
}
double share_from(const std::vector<double>& sorted, double limit) { return 1 - share_below(sorted, limit); }

/// Both sorted.
struct Seen {
    Felt anywhere, by_hand;
};
Seen seen_on(const Board& board, const FieldTable& field, std::uint32_t placements, std::uint64_t seed,
             const Steps& told = {}) {
    const auto from = [&](std::size_t before) -> std::function<void(std::size_t)> {
        if (!told) return {};
        return [&told, before, placements](std::size_t done) {
            told(before + done, 2 * std::size_t{placements});
        };
    };
    Seen seen{.anywhere = placed(board, field, Hand::anywhere, placements, seed, from(0)),
              .by_hand = placed(board, field, Hand::usual, placements, seed + 1, from(placements))};
    for (auto* felt : {&seen.anywhere, &seen.by_hand})
        for (auto* levels : {&felt->own, &felt->empty, &felt->left}) std::ranges::sort(*levels);
    return seen;
}

Chances chances_at(const Seen& seen, double threshold, double release) {
    const auto worse = [&](std::vector<double> Felt::*levels, double limit) {
        return std::max(share_from(seen.anywhere.*levels, limit), share_from(seen.by_hand.*levels, limit));
    };
    return {.missed_anywhere = share_below(seen.anywhere.own, threshold),
            .missed_by_hand = share_below(seen.by_hand.own, threshold),
            .felt = worse(&Felt::empty, threshold),
            .stuck = worse(&Felt::left, release),
            .wrong_colour = share_below(seen.anywhere.own, -threshold)};
}

/// How near the worst of them comes to what is safe; above 1 it is beyond.
double worst(const Chances& chances, const Chances& safe) {
    constexpr double next_to_none = 1e-6;
    return std::max({chances.missed_anywhere / safe.missed_anywhere,
                     chances.missed_by_hand / safe.missed_by_hand, chances.felt / safe.felt,
                     chances.stuck / safe.stuck, chances.wrong_colour / next_to_none});
}

void keep_better(Verdict& best, const Verdict& other, const Chances& safe) {
    if (worst(other.chances, safe) < worst(best.chances, safe)) best = other;
}

/// Of many between nothing and a piece in the middle, the threshold whose worst chance is least.
Verdict with_threshold(const Board& board, const Seen& seen, Verdict best) {
    constexpr int many = 500;
    for (int part = 1; part < many; ++part) {
        auto other = best;
        other.threshold = best.level * part / many;
        other.release = release_share * other.threshold;
        other.chances = chances_at(seen, other.threshold, other.release);
        keep_better(best, other, safe_for(board.sensing));
    }
    return best;
}

/// A reed has no threshold; it is raised or lowered instead. No height counts for which more than a third of
/// the reeds would have to be replaced.
Verdict with_height(Board board, std::uint32_t placements, std::uint64_t seed, Verdict best,
                    const Steps& told) {
    constexpr double most_replaced = 1.0 / 3, lowest_mm = 8;
    const auto field = field_of(board);
    auto& reed = std::get<UprightReed>(board.sensing);
    for (double closes_at_mm = lowest_mm; closes_at_mm <= board.square_mm / 2; ++closes_at_mm) {
        if (told)
            told(static_cast<std::size_t>(closes_at_mm - lowest_mm),
                 static_cast<std::size_t>(board.square_mm / 2 - lowest_mm) + 1);
        reed.closes_at_mm = closes_at_mm;
        reed.least_gap_mm = field.strongest_gap_mm(closes_at_mm);
        const double usable_mt = field.field_mt(closes_at_mm, reed.least_gap_mm);
        auto other = best;
        other.closes_at_mm = closes_at_mm;
        other.least_gap_mm = reed.least_gap_mm;
        other.replaced = std::clamp(
            (reed.most_operate_mt - usable_mt) / (reed.most_operate_mt - reed.least_operate_mt), 0.0, 1.0);
        if (other.replaced > most_replaced) break;
        other.chances = chances_at(seen_on(board, field, placements, seed), reed_closes, reed_closes);
        keep_better(best, other, safe_for(board.sensing));
    }
    return best;
}

/// Felt holds a piece by a third of its weight.
double weight_that_stays_g(const Board& board) {
    constexpr double friction = 0.3, gravity = 9.81;
    return 1000 * push_n(board.magnet, board.base_mm) / (friction * gravity);
}

/// The push falls with the fourth power of the distance.
double apart_mm(const Board& board, double least_weight_g) {
    return std::max(0.0, board.base_mm * (std::pow(least_weight_g / usual_weight_g, 0.25) - 1));
}

double felt_from_mm(const Board& board, double level) {
    double up_mm = 0;
    while (up_mm < 60 && level_at(board, {}, up_mm) >= level) up_mm += 0.5;
    return up_mm;
}

} // namespace

Chances safe_for(const Sensing& sensing) {
    Chances safe{
        .missed_anywhere = 2e-3, .missed_by_hand = 1e-5, .felt = 1e-5, .stuck = 2e-4, .wrong_colour = 0};
    if (std::holds_alternative<UprightReed>(sensing)) safe.missed_anywhere = 1, safe.missed_by_hand = 1e-3;
    return safe;
}

Verdict judge(const Board& board, std::uint32_t placements, std::uint64_t seed, const Steps& told) {
    Verdict verdict;
    verdict.level = level_at(board, {});
    verdict.least_weight_g = weight_that_stays_g(board);
    verdict.apart_mm = apart_mm(board, verdict.least_weight_g);
    if (std::holds_alternative<UprightReed>(board.sensing))
        return with_height(board, placements, seed, verdict, told);
    verdict = with_threshold(board, seen_on(board, field_of(board), placements, seed, told), verdict);
    verdict.felt_from_mm = felt_from_mm(board, verdict.threshold);
    return verdict;
}

} // namespace adoube::tools::design
