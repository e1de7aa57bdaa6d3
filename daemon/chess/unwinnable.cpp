#include "daemon/chess/unwinnable.hpp"

#include "daemon/chess/helpmate.hpp"

namespace adoube::chess {

Mating can_mate(const Position& position, Side side, std::uint64_t most_nodes) {
    return find_helpmate(position, side, most_nodes).found;
}

bool is_dead(const Position& position, std::uint64_t most_nodes) {
    // Who has more is likelier to mate, and one who can is enough.
    const Side first =
        std::popcount(position.pieces(Side::white)) >= std::popcount(position.pieces(Side::black))
            ? Side::white
            : Side::black;
    return can_mate(position, first, most_nodes) == Mating::impossible &&
           can_mate(position, other(first), most_nodes) == Mating::impossible;
}

} // namespace adoube::chess
