#pragma once
// The standings of a pairing program's TRF, as the public is shown them.

#include "daemon/broadcast/standings.hpp"
#include "daemon/tournament/standings.hpp"

namespace adoube::results {

struct PublicStandings {
    broadcast::Standings standings;
    bool by_rank = true, teams_by_rank = true; // as tournament::Standings has them
    bool teams_have_points = true;             // else those of a team are its players'
};
PublicStandings public_standings(const tournament::Trf& trf);

} // namespace adoube::results
