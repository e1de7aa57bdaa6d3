#include "daemon/stream/version.hpp"

#include <charconv>

namespace adoube::stream {

std::string to_string(Version version) {
    return std::to_string(version.term) + '-' + std::to_string(version.number);
}

std::optional<Version> version_from(std::string_view text) {
    Version version;
    const auto* const end = text.data() + text.size();
    const auto term = std::from_chars(text.data(), end, version.term);
    if (term.ec != std::errc() || term.ptr == end || *term.ptr != '-') return std::nullopt;
    const auto number = std::from_chars(term.ptr + 1, end, version.number);
    if (number.ec != std::errc() || number.ptr != end) return std::nullopt;
    return version;
}

} // namespace adoube::stream
