#pragma once
// UTC times for people and files. Seconds count from 1970.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::text {

/// "2026-11-20". All of these give "an impossible time" before 1970 or outside the calendar.
std::string utc_day(std::int64_t utc_s);
/// "2026-11-20 14:03 UTC".
std::string utc_minute(std::int64_t utc_s);
/// "2026-11-20 14:03:12 UTC".
std::string utc_second(std::int64_t utc_s);
/// "2026-11-20T14:03:12Z".
std::string iso_8601(std::int64_t utc_s);

inline std::string utc_day(UtcMs at) { return utc_day(at.count() / 1000); }
inline std::string utc_minute(UtcMs at) { return utc_minute(at.count() / 1000); }
inline std::string utc_second(UtcMs at) { return utc_second(at.count() / 1000); }
inline std::string iso_8601(UtcMs at) { return iso_8601(at.count() / 1000); }

/// "2026-11-20T14:03:12Z" or "2026-11-20T14:03Z"; empty otherwise, or before 1970.
std::optional<std::int64_t> parse_iso_8601(const std::string& text);
/// The start of "2026-11-20".
std::optional<std::int64_t> parse_utc_day(const std::string& text);

} // namespace adoube::text
