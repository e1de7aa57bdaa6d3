#pragma once
// JSON that somebody else has written.

#include <boost/json/value.hpp>
#include <expected>
#include <string>
#include <string_view>

namespace adoube {

/// One value, in which no object has a key twice: of two readers one takes the first, and another the last.
/// The error says what is wrong with it, as "no JSON: syntax error".
std::expected<boost::json::value, std::string> parse_json(std::string_view text);

} // namespace adoube
