#pragma once
// What opens a locked position: a pawn that gives way or promotes. A goal on the way to a mate that is only
// possible after it.

#include "daemon/chess/unwinnable/routes.hpp"

#include <vector>

namespace adoube::chess {

struct Breakthrough {
    enum class Kind : std::uint8_t {
        gives_way, // it is taken on its square or leaves it
        leaves     // its file: it promotes, or takes what comes beside its way
    };
    Side side;
    Square pawn;
    Kind kind;
    /// Of the side when the search began, for what leaves: pawns from there on on the file, pawns in all, and
    /// rooks and queens. A pawn is gone from the file without having left it where it was taken.
    int on_way, pawns, majors;
};

/// About how many moves it takes, Routes::none or more where it looks out of reach. 0 where it has come
/// about.
int distance_to(const Breakthrough& breakthrough, const Routes& routes, const Position& position);

/// The nearest first, no more than `most`.
std::vector<Breakthrough> nearest_breakthroughs(const Position& position, const Routes& routes,
                                                std::size_t most);

} // namespace adoube::chess
