#pragma once
// Times in UTC as people and files have them. Seconds are those since 1970 began.

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::text {

/// "2026-11-20". Like all of these "an impossible time" where it is before 1970 or in no calendar.
std::string utc_day(std::int64_t utc_s);
/// "2026-11-20 14:03 UTC".
std::string utc_minute(std::int64_t utc_s);
/// "2026-11-20 14:03:12 UTC".
std::string utc_second(std::int64_t utc_s);
/// "2026-11-20T14:03:12Z".
std::string iso_8601(std::int64_t utc_s);

/// Of "2026-11-20T14:03:12Z" or "2026-11-20T14:03Z"; empty where it is neither, or before 1970.
std::optional<std::int64_t> parse_iso_8601(const std::string& text);
/// The midnight with which "2026-11-20" begins.
std::optional<std::int64_t> parse_utc_day(const std::string& text);

} // namespace adoube::text
