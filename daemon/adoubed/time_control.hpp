#pragma once
// Parses time controls as people write them, and puts them into words.

#include "daemon/record/input.hpp"

#include <expected>

namespace adoube::adoubed {

/// In the PGN tag's form. The error is one sentence that shows how to write it.
std::expected<std::string, std::string> time_control_from(const std::string& text);

/// "3 minutes and 2 seconds a move", and any doubt about it; empty without a clock.
std::string time_control_in_words(const record::Header& header);

} // namespace adoube::adoubed
