#pragma once
// Why a port could not be opened, for people.

#include "daemon/board/port.hpp"

namespace adoube::board {

/// One sentence naming the port, from an errno value.
std::string refusal(const Port& port, int system_error);

} // namespace adoube::board
