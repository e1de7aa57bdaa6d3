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

} // namespace

Standings standings_of(const Trf& trf) {
    Standings standings{trf.last_round_with_results(), {}, true};
    for (const auto& [number, player] : trf.players()) standings.players.push_back({player.rank, player});
    std::ranges::stable_sort(standings.players, {}, &Standing::place);
    standings.by_rank = has_ranks(standings.players);
    if (!standings.by_rank) place_by_points(standings.players);
    return standings;
}

} // namespace adoube::tournament
