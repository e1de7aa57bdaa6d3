#pragma once
// What a breach costs, by edition, rate of play and supervision.

#include "daemon/laws/articles.hpp"

namespace adoube::laws {

struct IllegalMovePenalty {
    /// For each before the one that loses.
    std::int64_t to_opponent_ms;
    int losing_number; // counted per player
    Rule rule;
    /// Only on the opponent's claim, made before their own next move.
    bool on_claim_only;
    /// That claim wins at the first illegal move, instead of time.
    bool claim_wins;
};

constexpr IllegalMovePenalty illegal_move_penalty(Edition edition, RateOfPlay rate, bool supervised) {
    constexpr std::int64_t minute_ms = 60'000;
    constexpr auto article_7 = Rule::illegal_move_penalty;
    const bool rapid = rate == RateOfPlay::rapid, blitz = rate == RateOfPlay::blitz;
    switch (edition) {
    case Edition::laws_2001: // 7.4b; B5 and C3 know no supervision
        if (blitz) return {0, 3, Rule::unsupervised_blitz_penalty, true, true};
        return {2 * minute_ms, 3, rapid ? Rule::rapid_penalty : article_7, rapid, false};
    case Edition::laws_2009: // 7.4b; A.3 and B.2, or A.4c and B.3c
        if (blitz && !supervised) return {0, 3, Rule::unsupervised_blitz_penalty, true, true};
        if (rapid && !supervised) return {2 * minute_ms, 3, Rule::unsupervised_rapid, true, false};
        return {2 * minute_ms, 3, article_7, false, false};
    case Edition::laws_2018: // 7.5.5; B.2 (a secondary source)
        if (blitz) return {minute_ms, 2, Rule::supervised_blitz_penalty, false, false};
        return {2 * minute_ms, 2, article_7, false, false};
    case Edition::laws_2023: // 7.5.5; A.3, for blitz through B.3, or B.2 (a secondary source)
        if (rapid) return {minute_ms, 2, Rule::rapid_penalty, false, false};
        if (!blitz) return {2 * minute_ms, 2, article_7, false, false};
        return {minute_ms, 2, supervised ? Rule::supervised_blitz_penalty : Rule::unsupervised_blitz_penalty,
                false, false};
    }
    return {};
}

/// The losing illegal move only draws where the opponent cannot mate; in 2001 it always loses.
constexpr bool illegal_moves_may_draw(Edition edition) { return edition != Edition::laws_2001; }

constexpr bool illegal_move_stands_once_answered(RateOfPlay rate, bool supervised) {
    return rate != RateOfPlay::standard && !supervised;
}

/// An arbiter who must wait for a claim still steps in where both kings are in check or a promotion is
/// unfinished (A.4c, which B.3b excludes from blitz).
constexpr bool arbiter_steps_in(Edition edition, RateOfPlay rate) {
    return edition == Edition::laws_2009 && rate == RateOfPlay::rapid;
}

/// For a wrong draw claim (9.5).
constexpr std::int64_t wrong_claim_to_opponent_ms(Edition edition, RateOfPlay rate) {
    constexpr std::int64_t minute_ms = 60'000;
    if (edition < Edition::laws_2018) return 3 * minute_ms;
    const bool fast =
        rate == RateOfPlay::blitz || (rate == RateOfPlay::rapid && edition == Edition::laws_2023);
    return fast ? minute_ms : 2 * minute_ms; // penalties of Articles 7 and 9 alike: B.2 of 2018, A.3 of 2023
}

/// From the claimant's `left_ms`, only in 2001: above two minutes half, at most three minutes; above one all
/// but one minute.
constexpr std::int64_t wrong_claim_from_claimant_ms(Edition edition, std::int64_t left_ms) {
    constexpr std::int64_t minute_ms = 60'000;
    if (edition != Edition::laws_2001 || left_ms <= minute_ms) return 0;
    if (left_ms <= 2 * minute_ms) return left_ms - minute_ms;
    return left_ms / 2 < 3 * minute_ms ? left_ms / 2 : 3 * minute_ms;
}

/// A claim of 10.2 requires less time left than this; refused or postponed, it gives the opponent as much.
inline constexpr std::int64_t quickplay_claim_ms = 120'000;

/// 10.2 (Guideline III) can be claimed; not in blitz (C4, B.3b), except supervised in 2009.
constexpr bool has_quickplay_claim(Edition edition, RateOfPlay rate, bool supervised) {
    if (rate != RateOfPlay::blitz) return true;
    return edition == Edition::laws_2009 && supervised;
}

/// Guideline III is for "games without increment" (its title, from a secondary source).
constexpr bool increment_excludes_quickplay_claim(Edition edition) { return edition >= Edition::laws_2018; }

/// 9.1c of 2001 and 9.1b3 of 2009 make a claim of 10.2 a draw offer, 9.1.2.3 does not.
constexpr bool quickplay_claim_is_offer(Edition edition, RateOfPlay rate, bool supervised) {
    return edition < Edition::laws_2018 && has_quickplay_claim(edition, rate, supervised);
}

/// Only when a player claims it (B6, A.4d).
constexpr bool flag_on_claim_only(Edition edition, RateOfPlay rate, bool supervised) {
    if (rate == RateOfPlay::standard) return false;
    return edition == Edition::laws_2001 || (edition == Edition::laws_2009 && !supervised);
}

} // namespace adoube::laws
