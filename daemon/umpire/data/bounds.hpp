#pragma once
// How long things last: the bounds of the sensor log's contract, each with the value that the umpire decides
// by.

#include "daemon/time/instant.hpp"

namespace adoube::umpire::bounds {

/// A lift and drop on one square: a flicker below 120, a touch from 400.
inline constexpr std::int64_t flicker_ms = 250;
/// A square empty for no longer than this may be flickering right now.
inline constexpr std::int64_t certain_flicker_ms = 120;
/// A piece may be seen on its new square so long before its old one is seen empty.
inline constexpr std::int64_t seen_twice_ms = 250;
/// A second lift that begins so soon after a drop there is a bounce or a centring.
inline constexpr std::int64_t bounce_ms = 500;
/// A piece that stands somewhere for less than that may only slide over it.
inline constexpr std::int64_t passing_ms = 300;
/// A piece standing on its way: slid over below 300, released from 1,000 (Article 4.7). A bounce may still
/// begin before.
inline constexpr std::int64_t released_ms = 600;
/// A move that has stood so long was made, should nothing else follow.
inline constexpr std::int64_t rest_ms = 330;
/// Without a lever a position that stood so long completes the move.
inline constexpr std::int64_t completed_ms = 1000;
/// By then that is known: the board's next pong tells it, and the next look, where the link does as it
/// should.
inline constexpr std::int64_t known_without_lever_ms = completed_ms + 1500;
/// A board that was out of step and then stands so long is as the players want it.
inline constexpr std::int64_t restored_ms = 5000;
/// The public waits so long for what the sensors leave open.
inline constexpr std::int64_t ambiguous_ms = 60'000;
/// Between the two kings nobody waits so long: what then stands without a lever is a move of the game. For as
/// long one that a move brought to the centre may be set elsewhere there, to say the result.
inline constexpr std::int64_t between_kings_ms = 10'000;

/// Before any game, by far more than all of these.
inline constexpr GameMs long_ago_ms(-1'000'000);

/// Incidents of one kind in one ply; no bound of the contract.
inline constexpr int most_of_a_kind = 64;

} // namespace adoube::umpire::bounds
