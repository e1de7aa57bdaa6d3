#pragma once
// What leaves the hall, to whom and how late: one page, for the chief arbiter to sign.

#include "daemon/adoubed/config.hpp"

#include <map>

namespace adoube::adoubed {

/// Configured, but could not be opened: why, in one sentence, by the exit's name.
using ClosedExits = std::map<std::string, std::string>;

/// As the page names it.
std::string name_of(const LiveChessConfig& livechess);
std::string name_of(const ProgramConfig& program);

/// `delay_ms`: in force, before every public exit. Text of lines below 120 characters, unless a name is long.
std::string exits_page(const Config& config, std::int64_t delay_ms, const ClosedExits& closed,
                       UtcMs now_utc_ms);

} // namespace adoube::adoubed
