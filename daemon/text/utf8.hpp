#pragma once
// Names of players come from anywhere: text that is UTF-8 for certain.

#include <string>
#include <string_view>

namespace adoube::text {

/// The length of the one character that `bytes`, which are not empty, begin with; 0 where that is no UTF-8
/// (RFC 3629).
std::size_t utf8_length(std::string_view bytes);

/// Of one character.
char32_t code_point(std::string_view character);

bool is_utf8(std::string_view bytes);

/// The text itself where it is UTF-8; else its bytes taken as ISO 8859-1, in which PGN 4.1 is written.
std::string to_utf8(std::string_view bytes);

} // namespace adoube::text
