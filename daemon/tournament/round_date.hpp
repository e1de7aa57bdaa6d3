#pragma once
// The day of a round, as lists of pairings write it.

#include <optional>
#include <string>
#include <string_view>

namespace adoube::tournament {

/// "2026.11.29", as PGN has it, of "26/11/29" (TRF), "2026/11/29", "2026-11-29" or "2026.11.29"; empty if it
/// is none of these, or no day of the calendar.
std::optional<std::string> day_from(std::string_view text);

} // namespace adoube::tournament
