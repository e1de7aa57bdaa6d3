#pragma once
// JSON written by others.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <expected>
#include <string>
#include <string_view>

namespace adoube {

/// One value. A key twice in one object is an error, as readers differ on which counts. Errors are like "no
/// JSON: syntax error".
std::expected<boost::json::value, std::string> parse_json(std::string_view text);

/// Empty unless it is text.
std::string text_in(const boost::json::object& object, std::string_view key);

} // namespace adoube
