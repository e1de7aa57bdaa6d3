#pragma once
// Makes text valid UTF-8, as players' names come in any encoding.

#include <string>
#include <string_view>

namespace adoube::text {

/// The length of the first character; 0 if it is not UTF-8 (RFC 3629). `bytes` must not be empty.
std::size_t utf8_length(std::string_view bytes);

char32_t code_point(std::string_view character);

bool is_utf8(std::string_view bytes);

/// UTF-8 is kept; other bytes are taken as ISO 8859-1, the encoding of PGN (4.1).
std::string to_utf8(std::string_view bytes);

} // namespace adoube::text
