// A source of a room that shows games to the public includes what only an arbiter may see.
#ifdef LEAK
#include "daemon/umpire/data/incident.hpp"
#else
#include "daemon/umpire/data/game_record.hpp"
#endif
