#pragma once
// A pawn that gives way or promotes and so opens a locked position: a goal on the way to mates that need it.

#include "daemon/chess/unwinnable/routes.hpp"

#include <vector>

namespace adoube::chess {

struct Breakthrough {
    enum class Kind : std::uint8_t {
        gives_way, // is captured on its square or leaves it
        leaves     // leaves its file: promotes or captures
    };
    Side side;
    Square pawn;
    Kind kind;
    /// For `leaves`, when the search began: pawns on the file from `pawn` on, all pawns, queens and rooks.
    /// They tell leaving the file from being captured on it.
    int on_way, pawns, majors;
};

/// An estimate in moves: 0 once it has happened, Routes::none or more if it looks out of reach.
int distance_to(const Breakthrough& breakthrough, const Routes& routes, const Position& position);

/// The nearest first.
std::vector<Breakthrough> nearest_breakthroughs(const Position& position, const Routes& routes,
                                                std::size_t most);

} // namespace adoube::chess
