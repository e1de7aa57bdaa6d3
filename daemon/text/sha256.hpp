#pragma once
// SHA-256, and HMAC with it (RFC 2104), of many short texts: OpenSSL looks its methods up once for all of
// them, not for each, which takes longer than the hash.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace adoube::text {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
Sha256 sha256(std::span<const std::uint8_t> bytes);
Sha256 hmac_sha256(std::string_view key, std::string_view bytes);

} // namespace adoube::text
