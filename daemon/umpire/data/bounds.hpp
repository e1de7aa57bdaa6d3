#pragma once
// The umpire's time bounds, each within what the sensor log's contract allows.

#include "daemon/time/instant.hpp"

namespace adoube::umpire::bounds {

/// A lift and drop on one square: a flicker below 120, a touch from 400.
inline constexpr std::int64_t flicker_ms = 250;
/// A square empty for no longer may be flickering.
inline constexpr std::int64_t certain_flicker_ms = 120;
/// A piece may be seen on its new square this long before its old one is seen empty: 250 ms, and the way of a
/// slow line.
inline constexpr std::int64_t seen_twice_ms = 300;
/// The hand that sets down a piece takes longer to reach the clock.
inline constexpr std::int64_t to_the_clock_ms = 60;
/// The opponent may lift a piece this long before a sensor feels the move come down.
inline constexpr std::int64_t overtaken_ms = 400;
/// A second lift this soon after a drop there is a bounce or a centring.
inline constexpr std::int64_t bounce_ms = 500;
/// A piece that stands for less may only slide over the square.
inline constexpr std::int64_t passing_ms = 300;
/// A stop on the way: slid over below 300, released from 1,000 (Article 4.7). Above bounce_ms, as a bounce
/// may begin before.
inline constexpr std::int64_t released_ms = 600;
inline constexpr std::int64_t hovers_ms = 1'500;   // at most, over a square on its way
inline constexpr std::int64_t rest_ms = 330;       // a move that stood this long was made, if nothing follows
inline constexpr std::int64_t completed_ms = 1000; // without a lever, standing this long completes a move
/// By then that is known: a pong and a look have followed, if the link works.
inline constexpr std::int64_t known_without_lever_ms = completed_ms + 1500;
inline constexpr std::int64_t restored_ms = 5000; // a board out of step is then as the players want it
/// The public waits this long for what the sensors leave open.
inline constexpr std::int64_t ambiguous_ms = 60'000;
/// And this long for a chess clock that is to tell the time of a lost press.
inline constexpr std::int64_t clock_seen_ms = 10'000;
/// Players set both kings in the centre faster: what stands longer without a lever is a move of the game.
/// Until then a king that a move brought there may be set elsewhere in the centre, to state the result.
inline constexpr std::int64_t between_kings_ms = 10'000;

inline constexpr GameMs long_ago_ms(-1'000'000); // before any game, far beyond these bounds

inline constexpr int most_of_a_kind = 64; // incidents of a kind per ply; no bound of the contract

} // namespace adoube::umpire::bounds
