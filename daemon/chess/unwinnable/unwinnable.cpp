#include "daemon/chess/unwinnable/unwinnable.hpp"

#include "daemon/chess/unwinnable/helpmate.hpp"

namespace adoube::chess {

Mating can_mate(const Position& position, Side side, std::uint64_t most_nodes) {
    return find_helpmate(position, side, most_nodes).found;
}

WhoCanMate who_can_mate(const Position& position, std::uint64_t most_nodes) {
    const Helpmate white = find_helpmate(position, Side::white, most_nodes);
    if (white.neither) return {Mating::impossible, Mating::impossible};
    return {white.found, can_mate(position, Side::black, most_nodes)};
}

bool is_dead(const Position& position, std::uint64_t most_nodes) {
    // The side with more pieces is likelier to mate; one suffices.
    const Side first =
        std::popcount(position.pieces(Side::white)) >= std::popcount(position.pieces(Side::black))
            ? Side::white
            : Side::black;
    const Helpmate helpmate = find_helpmate(position, first, most_nodes);
    return helpmate.neither || (helpmate.found == Mating::impossible &&
                                can_mate(position, other(first), most_nodes) == Mating::impossible);
}

} // namespace adoube::chess
