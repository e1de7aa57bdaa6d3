#include "daemon/tournament/standings.hpp"

#include <algorithm>
#include <functional>

namespace adoube::tournament {
namespace {

bool has_ranks(const std::vector<Standing>& players) {
    const auto none = [](const Standing& each) { return each.player.rank == 0; };
    if (std::ranges::any_of(players, none)) return false;
    return std::ranges::is_sorted(players, std::greater(),
                                  [](const Standing& each) { return each.player.points; });
}

void place_by_points(std::vector<Standing>& players) {
    std::ranges::stable_sort(players, [](const Standing& one, const Standing& other) {
        return std::pair(-one.player.points, one.player.start_number) <
               std::pair(-other.player.points, other.player.start_number);
    });
    for (std::size_t at = 0; at < players.size(); ++at) {
        const bool shares = at > 0 && players[at].player.points == players[at - 1].player.points;
        players[at].place = shares ? players[at - 1].place : static_cast<int>(at) + 1;
    }
}

struct Ranked {
    TeamStanding standing;
    int rank;
};

double game_points_of(const Team& team, const Trf& trf) {
    if (team.game_points) return *team.game_points;
    double points = 0;
    for (const int member : team.members) points += trf.players().at(member).points;
    return points;
}

auto points_of(const Ranked& team) {
    return std::pair(team.standing.match_points.value_or(0), team.standing.game_points);
}

/// Events rank by match points or by game points.
bool has_ranks(const std::vector<Ranked>& teams) {
    if (std::ranges::any_of(teams, [](const Ranked& each) { return each.rank == 0; })) return false;
    const auto match = [](const Ranked& each) { return each.standing.match_points.value_or(0); };
    const auto game = [](const Ranked& each) { return each.standing.game_points; };
    return std::ranges::is_sorted(teams, std::greater(), match) ||
           std::ranges::is_sorted(teams, std::greater(), game);
}

void place_teams(Standings& standings, const Trf& trf) {
    std::vector<Ranked> teams;
    for (const auto& team : trf.teams())
        if (!team.name.empty())
            teams.push_back(
                {{team.rank, team.name, team.match_points, game_points_of(team, trf)}, team.rank});
    std::ranges::stable_sort(teams, {}, &Ranked::rank);
    standings.teams_by_rank = has_ranks(teams);
    if (!standings.teams_by_rank) {
        std::ranges::stable_sort(teams, std::greater(), points_of);
        for (std::size_t at = 0; at < teams.size(); ++at) {
            const bool shares = at > 0 && points_of(teams[at]) == points_of(teams[at - 1]);
            teams[at].standing.place = shares ? teams[at - 1].standing.place : static_cast<int>(at) + 1;
        }
    }
    for (auto& team : teams) standings.teams.push_back(std::move(team.standing));
}

} // namespace

Standings standings_of(const Trf& trf) {
    Standings standings{trf.last_round_with_results(), {}, true};
    for (const auto& [number, player] : trf.players()) standings.players.push_back({player.rank, player});
    std::ranges::stable_sort(standings.players, {}, &Standing::place);
    standings.by_rank = has_ranks(standings.players);
    if (!standings.by_rank) place_by_points(standings.players);
    place_teams(standings, trf);
    return standings;
}

} // namespace adoube::tournament
