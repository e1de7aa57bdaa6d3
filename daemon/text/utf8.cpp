#include "daemon/text/utf8.hpp"

#include <algorithm>
#include <bit>

namespace adoube::text {

std::size_t utf8_length(std::string_view bytes) {
    const auto lead = static_cast<unsigned char>(bytes[0]);
    if (lead < 0x80) return 1;
    const auto size = static_cast<std::size_t>(std::countl_one(lead));
    if (size < 2 || size > 4 || bytes.size() < size) return 0;
    char32_t code = lead & (0x7fu >> size);
    for (const char byte : bytes.substr(1, size - 1)) {
        if ((byte & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte & 0x3f);
    }
    constexpr char32_t least[] = {0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[size - 2] || code > 0x10ffff || surrogate ? 0 : size;
}

char32_t code_point(std::string_view character) {
    constexpr unsigned first_bits[] = {0x7f, 0x1f, 0x0f, 0x07};
    char32_t code = static_cast<unsigned char>(character[0]) & first_bits[character.size() - 1];
    for (const char byte : character.substr(1)) code = code << 6 | (byte & 0x3f);
    return code;
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t size = utf8_length(bytes);
        if (size == 0) return false;
        bytes.remove_prefix(size);
    }
    return true;
}

std::string to_utf8(std::string_view bytes) {
    if (is_utf8(bytes)) return std::string(bytes);
    std::string text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (code >= 0x80) text += static_cast<char>(0xc0 | code >> 6);
        text += static_cast<char>(code < 0x80 ? code : 0x80 | (code & 0x3f));
    }
    return text;
}

} // namespace adoube::text
