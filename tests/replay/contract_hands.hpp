#pragma once
// A second generator of sensor logs, written from the contract of the sensor log alone: from a seed, a game,
// what the hands did on the board and what the sensors told, and the truth to compare a record with.

#include "tests/replay/knobs.hpp"
#include "tests/replay/referee.hpp"

#include <vector>

namespace adoube::replay {

/// When the hands worked at a move, thinking included.
struct Interval {
    std::int64_t from_ms, to_ms;
};

struct PlayedGame {
    record::Header header;
    std::vector<record::Input> inputs;
    // The truth.
    chess::Game game;
    chess::Result result;
    std::vector<Interval> plies;
    std::vector<Expected> incidents;
    /// By ply, as PGN's %clk has it; empty where none is to be compared.
    std::vector<std::optional<std::int64_t>> left_ms;
};

/// The same arguments give the same log. The game is by chance.
PlayedGame play_by_hand(std::uint64_t seed, record::Sensing sensing, const Knobs& knobs);

/// Hands play a given game: its moves, and `result` if it does not follow from them (`open`: the log stops).
PlayedGame play_by_hand(std::uint64_t seed, record::Sensing sensing, const Knobs& knobs,
                        const chess::Game& game);

} // namespace adoube::replay
