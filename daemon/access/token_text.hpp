#pragma once
// A token's text: `adoube_`, 43 random letters and digits (256 bits), and 6 check characters. The prefix is
// for people and secret scanners; the check (CRC-32 in base 62, as in GitHub's tokens) tells a typing error
// from a token that is no longer good.

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace adoube::access {

inline constexpr std::string_view token_prefix = "adoube_";
inline constexpr std::size_t token_length = token_prefix.size() + 43 + 6;

/// SHA-256 of the whole text, all that is stored. Only guessable passwords need a slow hash, not 256 random
/// bits.
using TokenHash = std::array<std::uint8_t, 32>;

/// Fails if the system gives no random numbers.
std::expected<std::string, std::string> new_token_text();
/// Checks only the form.
bool is_token_text(std::string_view text);
TokenHash hash_of(std::string_view token_text);

} // namespace adoube::access
