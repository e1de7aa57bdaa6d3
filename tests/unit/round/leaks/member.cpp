// An incident is kept in a public game.
#include "daemon/broadcast/public_game.hpp"
#include "daemon/umpire/data/incident.hpp"

void show(adoube::broadcast::PublicGame& game, const adoube::umpire::Incident& incident) {
#ifdef LEAK
    game.incidents.push_back(incident);
#else
    game.result = adoube::chess::Result::open;
    (void)incident;
#endif
}
