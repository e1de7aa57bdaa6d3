#include "daemon/tlog/key.hpp"

#include "daemon/text/base64.hpp"
#include "daemon/text/hex.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/text/sha256.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

namespace adoube::tlog {
namespace {

constexpr std::string_view private_prefix = "PRIVATE+KEY+";

bool is_space(char32_t c) {
    return c == 0x20 || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

std::string typed(SignatureType type, std::span<const std::uint8_t> key) {
    std::string bytes(1, static_cast<char>(type));
    bytes.append(key.begin(), key.end());
    return bytes;
}

std::string hex(std::uint32_t id) {
    std::string text(8, '0');
    for (auto at = text.rbegin(); at != text.rend(); ++at, id >>= 4) *at = "0123456789abcdef"[id & 15];
    return text;
}

struct Parts {
    std::string name, id;
    SignatureType type;
    std::array<std::uint8_t, 32> bytes;
};

/// NAME+ID+BASE64 of the type and 32 bytes.
std::optional<Parts> split(std::string_view text) {
    const auto first = text.find('+');
    const auto second = first == std::string_view::npos ? first : text.find('+', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    Parts parts{
        std::string(text.substr(0, first)), std::string(text.substr(first + 1, second - first - 1)), {}, {}};
    const auto bytes = text::from_base64(text.substr(second + 1));
    if (!is_key_name(parts.name) || !bytes || bytes->size() != 33) return std::nullopt;
    parts.type = static_cast<SignatureType>(bytes->front());
    if (parts.type != SignatureType::note && parts.type != SignatureType::cosignature) return std::nullopt;
    std::ranges::copy(bytes->substr(1), parts.bytes.begin());
    return parts;
}

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeContext {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

/// The points of edwards25519 whose order divides 8, in all encodings of y, with the sign bit of x cleared.
constexpr std::string_view small_order[] = {
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};

bool is_of_small_order(std::array<std::uint8_t, 32> point) {
    point.back() &= 0x7f;
    return std::ranges::find(small_order, text::to_hex(point)) != std::end(small_order);
}

} // namespace

bool is_plain_text(std::string_view text) {
    return text::all_characters(text, std::not_fn(text::is_control));
}

bool is_key_name(std::string_view name) {
    return !name.empty() && text::all_characters(name, [](char32_t c) {
        return !text::is_control(c) && !is_space(c) && c != '+';
    });
}

// --- for everybody ---

std::uint32_t VerifierKey::id() const {
    const auto hash = text::sha256(name + "\n" + typed(type, key));
    return std::uint32_t{hash[0]} << 24 | std::uint32_t{hash[1]} << 16 | std::uint32_t{hash[2]} << 8 |
           hash[3];
}

std::string VerifierKey::to_string() const {
    return name + "+" + hex(id()) + "+" + text::to_base64(typed(type, key));
}

std::expected<VerifierKey, std::string> VerifierKey::parse(std::string_view text) {
    const auto parts = split(text);
    if (!parts)
        return std::unexpected(
            text::quoted(text) +
            " is no verifier key: it is written NAME+ID+KEY, as `adoube evidence key show` "
            "prints it");
    VerifierKey key{parts->name, parts->type, parts->bytes};
    if (is_of_small_order(key.key))
        return std::unexpected("the verifier key of " + key.name +
                               " is none: anybody can sign for it, since its point is of small order");
    if (key.to_string() != text)
        return std::unexpected("the verifier key \"" + std::string(text) +
                               "\" is mistyped: its id does not fit its name and key");
    return key;
}

bool VerifierKey::verifies(std::string_view message, std::string_view signature) const {
    if (is_of_small_order(key)) return false;
    const std::unique_ptr<EVP_PKEY, FreeKey> pkey(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size()));
    const Context context(EVP_MD_CTX_new());
    return pkey && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, pkey.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(message),
                            message.size()) == 1;
}

// --- for the owner ---

SigningKey::SigningKey(std::string name, SignatureType type, const Seed& seed)
    : verifier_{std::move(name), type, {}}, seed_(seed),
      key_(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()),
           [](void* key) { EVP_PKEY_free(static_cast<EVP_PKEY*>(key)); }) {
    auto size = verifier_.key.size();
    EVP_PKEY_get_raw_public_key(static_cast<EVP_PKEY*>(key_.get()), verifier_.key.data(), &size);
}

std::string SigningKey::to_string() const {
    return std::string(private_prefix) + verifier_.name + "+" + hex(verifier_.id()) + "+" +
           text::to_base64(typed(verifier_.type, seed_));
}

std::expected<SigningKey, std::string> SigningKey::parse(std::string_view text) {
    const auto parts =
        text.starts_with(private_prefix) ? split(text.substr(private_prefix.size())) : std::nullopt;
    if (!parts) return std::unexpected("it holds no signing key (PRIVATE+KEY+NAME+ID+SEED)");
    SigningKey key(parts->name, parts->type, parts->bytes);
    if (key.to_string() != text)
        return std::unexpected("its signing key is damaged: the id does not fit name and key");
    return key;
}

std::string SigningKey::sign(std::string_view message) const {
    const Context context(EVP_MD_CTX_new());
    std::string signature(64, '\0');
    auto size = signature.size();
    EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, static_cast<EVP_PKEY*>(key_.get()));
    EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                   bytes_of(message), message.size());
    return signature;
}

} // namespace adoube::tlog
