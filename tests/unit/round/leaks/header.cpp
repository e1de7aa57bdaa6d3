// A source of a public room includes what only arbiters may see.
#ifdef LEAK
#include "daemon/umpire/data/incident.hpp"
#else
#include "daemon/umpire/data/game_record.hpp"
#endif
