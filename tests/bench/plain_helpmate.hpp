#pragma once
// The yardstick for unwinnability: the search for a helpmate as everybody writes it first.

#include "daemon/chess/unwinnable/mating.hpp"

namespace adoube::bench {

struct PlainAnswer {
    chess::Mating found;
    std::uint64_t nodes;
};

/// All legal moves of both sides to depth 1, 2, 3, …, each position once per depth. `impossible` where
/// nothing was left to search, `undecided` after `most_nodes`.
PlainAnswer plain_helpmate(const chess::Position& position, chess::Side winner, std::uint64_t most_nodes);

} // namespace adoube::bench
