#pragma once
// How many games the tests here play.

#include "tests/tier.hpp"

namespace adoube::replay {

/// Of each habit by itself; with all ordinary noise; with whatever comes.
inline constexpr tests::Tries of_each{75, 150}, of_human{500, 2000}, of_random{100, 300};

/// What is asked of a board that knows occupied squares alone is 99.95 % of games, not all that new seeds may
/// draw: of `of_each` games one may be misread. A seed that is becomes a case.
inline constexpr tests::Tries may_be_misread{0, 1};
/// Of the games of all habits together, so many with a wrong incident.
inline constexpr tests::Tries may_be_told_wrongly{0, 3};

/// Of the games in the middle of which inputs were lost, so many where the public saw a move that was not
/// played, for which no sensor spoke against another.
inline constexpr tests::Tries may_be_taken_back{0, 9};
/// A capture that no sensor saw and no lever told of, while another piece was touched.
inline constexpr tests::Tries may_be_taken_back_without_lever{0, 2};

} // namespace adoube::replay
