#pragma once
// Times that were signed, as people read them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::evidence {

/// "2026-11-20 14:03:12 UTC".
std::string date_and_time(std::uint64_t utc_s);

/// Of "2026-11-20T14:03:12Z" or "2026-11-20T14:03Z"; empty where it is neither.
std::optional<std::uint64_t> parse_utc(const std::string& text);

} // namespace adoube::evidence
