#pragma once
// The time control as it is written in the configuration and by arbiters, and said back to whoever has set
// it.

#include "daemon/record/input.hpp"

#include <expected>

namespace adoube::adoubed {

/// In the form of the PGN tag. The error is one sentence that says how it is written.
std::expected<std::string, std::string> time_control_from(const std::string& text);

/// "3 minutes and 2 seconds a move", and what is doubtful about it; empty where no clock is kept.
std::string time_control_in_words(const record::Header& header);

} // namespace adoube::adoubed
