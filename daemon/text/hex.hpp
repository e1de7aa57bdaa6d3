#pragma once
// Bytes as lower-case hexadecimal digits.

#include <cstdint>
#include <span>
#include <string>

namespace adoube::text {

void append_hex(std::string& text, std::span<const std::uint8_t> bytes);
std::string to_hex(std::span<const std::uint8_t> bytes);

} // namespace adoube::text
