#include "daemon/evidence/base64.hpp"

namespace adoube::evidence {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string to_base64(std::string_view bytes) {
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    const auto take = [&] {
        count -= 6;
        text += alphabet[(bits >> count) & 63];
    };
    for (const char byte : bytes) {
        bits = bits << 8 | static_cast<std::uint8_t>(byte);
        count += 8;
        while (count >= 6) take();
    }
    if (count > 0) {
        bits <<= 6 - count;
        count = 6;
        take();
    }
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::string to_base64(std::span<const std::uint8_t> bytes) {
    return to_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::optional<std::string> from_base64(std::string_view text) {
    const auto padding = text.ends_with("==") ? 2U : text.ends_with("=") ? 1U : 0U;
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text.substr(0, text.size() - padding)) {
        const auto value = alphabet.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count);
    }
    if (to_base64(bytes) != text) return std::nullopt;
    return bytes;
}

} // namespace adoube::evidence
