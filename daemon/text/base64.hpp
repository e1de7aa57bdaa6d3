#pragma once
// RFC 4648, section 4, strictly: what is read has one spelling only.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace adoube::text {

std::string to_base64(std::string_view bytes);
std::string to_base64(std::span<const std::uint8_t> bytes);

/// Empty where the text is not what `to_base64` writes: a stray character, missing or needless padding, bits
/// that are left over.
std::optional<std::string> from_base64(std::string_view text);

} // namespace adoube::text
