#pragma once
// Times as the clocks on the wall of this hall show them: in the zone of TZ, else in this computer's.

#include <cstdint>
#include <string>

namespace adoube::text {

/// "UTC+01:00".
std::string utc_offset(std::int64_t offset_s);
/// "2026-11-20 15:03:12 UTC+01:00"; "an impossible time" before 1970 or outside the calendar.
std::string local_second(std::int64_t utc_s);

} // namespace adoube::text
