#include "daemon/text/base64.hpp"

#include <openssl/evp.h>

namespace adoube::text {

std::string to_base64(std::string_view bytes) {
    return to_base64(std::span{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string to_base64(std::span<const std::uint8_t> bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0'); // OpenSSL appends NUL
    EVP_EncodeBlock(reinterpret_cast<std::uint8_t*>(text.data()), bytes.data(),
                    static_cast<int>(bytes.size()));
    text.pop_back();
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    std::string bytes(text.size() / 4 * 3, '\0');
    const auto decoded =
        EVP_DecodeBlock(reinterpret_cast<std::uint8_t*>(bytes.data()),
                        reinterpret_cast<const std::uint8_t*>(text.data()), static_cast<int>(text.size()));
    if (decoded < 0 || static_cast<std::size_t>(decoded) != bytes.size()) return std::nullopt;
    bytes.resize(bytes.size() - std::min<std::size_t>(padding, bytes.size()));
    // EVP_DecodeBlock accepts white space and left-over bits.
    if (to_base64(bytes) != text) return std::nullopt;
    return bytes;
}

} // namespace adoube::text
