#pragma once

#include <string_view>

namespace adoube::replay {

/// Plays games with one knob under each sensing. Fails, with seed and log lines, if a record is not the game
/// played (presence: but for `may_be_misread`).
void require_every_game(std::string_view knob);

} // namespace adoube::replay
