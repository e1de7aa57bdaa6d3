#pragma once
// A token as its holder has it: `adoube_`, 43 random letters and digits, and 6 that check them. 43 of 62
// characters are 256 random bits. The prefix is for people and for programs that look for secrets where none
// should be; the check (CRC-32 in base 62, as GitHub's tokens have it) tells a slip of the pen from a token
// that is no longer good.

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace adoube::access {

inline constexpr std::string_view token_prefix = "adoube_";
inline constexpr std::size_t token_length = token_prefix.size() + 43 + 6;

/// SHA-256 of the whole text: what is kept of it. A slow hash is for passwords, which can be guessed; nobody
/// guesses 256 random bits.
using TokenHash = std::array<std::uint8_t, 32>;

/// One that nobody has had before. The error is one sentence: the system gives no random numbers.
std::expected<std::string, std::string> new_token_text();
/// Whether a token may be written so. Says nothing of whether there is one.
bool is_token_text(std::string_view text);
TokenHash hash_of(std::string_view token_text);

} // namespace adoube::access
