#pragma once
// Strict base64 (RFC 4648, section 4): one spelling only.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace adoube::text {

std::string to_base64(std::string_view bytes);
std::string to_base64(std::span<const std::uint8_t> bytes);

/// Empty unless `to_base64` writes this text, with exact padding and no left-over bits.
std::optional<std::string> from_base64(std::string_view text);

} // namespace adoube::text
