#pragma once
// Time controls as people write them.

#include <string>
#include <string_view>

namespace adoube::tools {

/// The form of the PGN tag ("15 min/game + 10 sec/move" is "900+10"); empty where the text names no time
/// control or cannot be understood.
std::string pgn_time_control(std::string_view text);

} // namespace adoube::tools
