#pragma once
// A second generator of sensor logs, written from their contract alone: from a seed, a game, what hands did
// and sensors told, and the truth to compare a record with.

#include "tests/replay/knobs.hpp"
#include "tests/replay/referee.hpp"

#include <vector>

namespace adoube::replay {

/// The time for a move, thinking included.
struct Interval {
    std::int64_t from_ms, to_ms;
};

struct PlayedGame {
    record::Header header;
    std::vector<record::Input> inputs;
    // The truth.
    /// By hands, as sensors would tell it that miss nothing and know each piece.
    std::vector<record::Input> done;
    chess::Game game;
    chess::Result result;
    std::vector<Interval> plies;
    std::vector<Expected> incidents;
    /// By ply, as PGN's %clk; empty: not compared.
    std::vector<std::optional<std::int64_t>> left_ms;
};

/// A random game; equal arguments give equal logs.
PlayedGame play_by_hand(std::uint64_t seed, record::Sensing sensing, const Knobs& knobs);

/// Plays the given game; `result` is `open` if the log just stops.
PlayedGame play_by_hand(std::uint64_t seed, record::Sensing sensing, const Knobs& knobs,
                        const chess::Game& game);

} // namespace adoube::replay
