#pragma once
// Times in UTC as people and files have them. Seconds are those since 1970 began.

#include "daemon/time/instant.hpp"

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

/// The second begun then.
inline std::string utc_day(UtcMs at) { return utc_day(at.count() / 1000); }
inline std::string utc_minute(UtcMs at) { return utc_minute(at.count() / 1000); }
inline std::string utc_second(UtcMs at) { return utc_second(at.count() / 1000); }
inline std::string iso_8601(UtcMs at) { return iso_8601(at.count() / 1000); }

/// Of "2026-11-20T14:03:12Z" or "2026-11-20T14:03Z"; empty where it is neither, or before 1970.
std::optional<std::int64_t> parse_iso_8601(const std::string& text);
/// The midnight with which "2026-11-20" begins.
std::optional<std::int64_t> parse_utc_day(const std::string& text);

} // namespace adoube::text
