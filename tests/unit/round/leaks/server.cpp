// A touch goes to the viewers.
#include "daemon/server/server.hpp"
#include "daemon/umpire/data/reading.hpp"

void show(adoube::server::Server& server, const adoube::umpire::Touch& touch,
          const adoube::broadcast::PublicGame& game) {
#ifdef LEAK
    server.publish(touch);
    (void)game;
#else
    server.publish(game);
    (void)touch;
#endif
}
