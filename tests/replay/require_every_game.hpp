#pragma once

#include <string_view>

namespace adoube::replay {

/// Plays games with one knob on all three kinds of sensing; the record of every one is the game that was
/// played, or the test fails and shows the seed and the lines of the log.
void require_every_game(std::string_view knob);

} // namespace adoube::replay
