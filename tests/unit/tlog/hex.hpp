#pragma once
#include "daemon/tlog/merkle.hpp"

#include <charconv>
#include <string>

namespace adoube::tests {

inline std::string from_hex(std::string_view hex) {
    std::string bytes;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        unsigned byte = 0;
        std::from_chars(hex.data() + at, hex.data() + at + 2, byte, 16);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

inline tlog::Hash hash_of(std::string_view hex) {
    tlog::Hash hash{};
    const auto bytes = from_hex(hex);
    for (std::size_t at = 0; at < hash.size(); ++at) hash[at] = static_cast<std::uint8_t>(bytes.at(at));
    return hash;
}

} // namespace adoube::tests
