#pragma once
// How many games these tests play.

#include "tests/tier.hpp"

namespace adoube::replay {

/// For each habit alone; with all ordinary noise; with anything.
inline constexpr tests::Tries of_each{75, 150}, of_human{500, 2000}, of_random{100, 300};

/// Boards of occupied squares must get 99.95 % of games right, not all that new seeds draw: one of `of_each`
/// may be misread. Its seed becomes a case.
inline constexpr tests::Tries may_be_misread{0, 1};
/// Games of all habits with a wrong incident.
inline constexpr tests::Tries may_be_told_wrongly{0, 3};

/// Games with lost inputs in which the public saw a wrong move that no sensor contradicted.
inline constexpr tests::Tries may_be_taken_back{0, 9};
/// Captures told by neither sensor nor lever, while another piece was touched.
inline constexpr tests::Tries may_be_taken_back_without_lever{0, 2};
/// Games in which the move that told a promoted piece is itself taken back, mostly without a lever.
inline constexpr tests::Tries may_change_promoted{0, 10};

} // namespace adoube::replay
