#pragma once
// Names of players come from anywhere: text that is UTF-8 for certain.

#include <string>
#include <string_view>

namespace adoube::chess {

bool is_utf8(std::string_view bytes);

/// The text itself where it is UTF-8; else its bytes taken as ISO 8859-1, in which PGN 4.1 is written.
std::string to_utf8(std::string_view bytes);

} // namespace adoube::chess
