#pragma once
// The time control said back to whoever has set it.

#include "daemon/record/input.hpp"

namespace adoube::adoubed {

/// "3 minutes and 2 seconds a move", and what is doubtful about it; empty where no clock is kept.
std::string time_control_in_words(const record::Header& header);

} // namespace adoube::adoubed
