#pragma once
// Which of two messages on a subject is the newer one, in whatever order they come. A hall's `term` grows
// with each of its starts and with each takeover by a second daemon, its `number` with each message of a
// term.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::stream {

struct Version {
    std::uint64_t term = 0, number = 0;
    friend auto operator<=>(const Version&, const Version&) = default;
};

/// "1764583200000-17"
std::string to_string(Version version);
std::optional<Version> version_from(std::string_view text);

} // namespace adoube::stream
