#pragma once
// Why a port could not be opened, for people.

#include "daemon/board/port.hpp"

namespace adoube::board {

/// One sentence that names the port, from a value of errno.
std::string refusal(const Port& port, int system_error);

} // namespace adoube::board
