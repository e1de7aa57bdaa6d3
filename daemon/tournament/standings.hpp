#pragma once
// The standings of a tournament, as its file has them.

#include "daemon/tournament/trf.hpp"

namespace adoube::tournament {

struct Standing {
    int place = 0;
    Player player;
};

struct TeamStanding {
    int place = 0;
    std::string name;
    std::optional<double> match_points; // empty: the file has none
    double game_points = 0;
};

struct Standings {
    int after_round = 0; // the last of which the file has a result
    /// By the file's ranks; where it lacks one, or they contradict its points, by the points alone: players
    /// with as many share a place, in the order of their start numbers.
    std::vector<Standing> players;
    bool by_rank = true;
    /// By the file's ranks, too; else by match points, then by game points: teams with as many share a place,
    /// in the order of the file. Where it has no game points of a team, they are its players' points.
    std::vector<TeamStanding> teams{};
    bool teams_by_rank = true;
};

Standings standings_of(const Trf& trf);

} // namespace adoube::tournament
