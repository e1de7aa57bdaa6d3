#include "daemon/text/hex.hpp"

namespace adoube::text {

void append_hex(std::string& text, std::span<const std::uint8_t> bytes) {
    auto at = text.size();
    text.resize(at + 2 * bytes.size());
    for (const auto byte : bytes) {
        text[at++] = "0123456789abcdef"[byte >> 4];
        text[at++] = "0123456789abcdef"[byte & 15];
    }
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
    std::string text;
    append_hex(text, bytes);
    return text;
}

} // namespace adoube::text
