#include "daemon/results/public_standings.hpp"

#include <algorithm>

namespace adoube::results {

PublicStandings public_standings(const tournament::Trf& trf) {
    const auto read = tournament::standings_of(trf);
    PublicStandings shown{{trf.name(), read.after_round, {}}, read.by_rank, read.teams_by_rank};
    for (const auto& [place, player] : read.players)
        shown.standings.places.push_back(
            {place, player.name, player.title, player.federation, player.rating, player.points});
    for (const auto& [place, name, match_points, game_points] : read.teams)
        shown.standings.teams.push_back({place, name, match_points, game_points});
    shown.teams_have_points = std::ranges::all_of(
        trf.teams(), [](const tournament::Team& team) { return team.game_points.has_value(); });
    return shown;
}

} // namespace adoube::results
