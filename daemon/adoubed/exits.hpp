#pragma once
// What leaves the hall, to whom and how late: one page, for the chief arbiter to sign.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

/// `delay_ms`: in force, before every public exit. Text of lines below 120 characters, unless a name is long.
std::string exits_page(const Config& config, std::int64_t delay_ms, UtcMs now_utc_ms);

} // namespace adoube::adoubed
