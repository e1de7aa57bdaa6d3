#pragma once
// Time controls as people write them.

#include <string>
#include <string_view>

namespace adoube::tools {

/// In the PGN tag's form ("15 min/game + 10 sec/move" is "900+10"); empty if none or not understood.
std::string pgn_time_control(std::string_view text);

} // namespace adoube::tools
