#pragma once
// What a board has told of itself, a line for each thing.

#include "daemon/drivers/own/session.hpp"
#include "tools/adoube/board/told.hpp"

#include <iosfwd>

namespace adoube::tools {

void print_ours(std::ostream& out, const Told& told, const drivers::Session& session);
/// Of a board of another maker.
void print_of_others(std::ostream& out, const Told& told);

} // namespace adoube::tools
