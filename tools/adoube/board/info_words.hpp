#pragma once
// What a board has told of itself, a line for each thing.

#include "daemon/drivers/own/session.hpp"
#include "tools/adoube/board/told.hpp"

#include <iosfwd>

namespace adoube::tools {

void print_ours(std::ostream& out, const Told& told, const drivers::Session& session);
/// Of a board of another maker, some of whose boards know the time of a chess clock.
void print_of_others(std::ostream& out, const Told& told, bool knows_clock);

} // namespace adoube::tools
