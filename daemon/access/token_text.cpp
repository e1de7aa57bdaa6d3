#include "daemon/access/token_text.hpp"

#include "daemon/text/sha256.hpp"

#include <boost/crc.hpp>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <algorithm>

namespace adoube::access {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t random_length = 43, check_length = 6;

std::string check_of(std::string_view random) {
    boost::crc_32_type crc;
    crc.process_bytes(random.data(), random.size());
    std::string check(check_length, alphabet[0]);
    std::size_t rest = crc.checksum();
    for (auto at = check.rbegin(); at != check.rend(); ++at, rest /= alphabet.size())
        *at = alphabet[rest % alphabet.size()];
    return check;
}

} // namespace

std::expected<std::string, std::string> new_token_text() {
    std::string random;
    while (random.size() < random_length) {
        std::uint8_t byte = 0;
        if (RAND_priv_bytes(&byte, 1) != 1)
            return std::unexpected("no token can be made: the system gives no random numbers");
        byte &= 63; // 62 of 64 are used: equal probability
        if (byte < alphabet.size()) random += alphabet[byte];
    }
    std::string text = std::string(token_prefix) + random + check_of(random);
    OPENSSL_cleanse(random.data(), random.size());
    return text;
}

bool is_token_text(std::string_view text) {
    if (text.size() != token_length || !text.starts_with(token_prefix)) return false;
    const auto random = text.substr(token_prefix.size(), random_length);
    return std::ranges::all_of(random, [](char c) { return alphabet.contains(c); }) &&
           text.substr(token_prefix.size() + random_length) == check_of(random);
}

TokenHash hash_of(std::string_view token_text) {
    return text::sha256(token_text);
}

} // namespace adoube::access
