// An arbiter's text stands beside a player's name.
#include "daemon/broadcast/public_game.hpp"
#include "daemon/umpire/data/incident.hpp"

void show(adoube::broadcast::PublicGame& game, const std::string& name,
          const adoube::umpire::Incident& incident) {
#ifdef LEAK
    game.tags.set("White", incident.text);
    (void)name;
#else
    game.tags.set("White", name);
    (void)incident;
#endif
}
