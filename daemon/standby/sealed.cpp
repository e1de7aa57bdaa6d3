#include "daemon/standby/sealed.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/text/base64.hpp"

#include <algorithm>
#include <memory>
#include <openssl/evp.h>
#include <stdexcept>
#include <unistd.h>

namespace adoube::standby {
namespace {

constexpr std::size_t key_size = 32, nonce_size = 12, tag_size = 16;

struct FreeContext {
    void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, FreeContext>;

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}
std::uint8_t* bytes_of(std::string& text) { return reinterpret_cast<std::uint8_t*>(text.data()); }

std::string drawn(std::size_t size) {
    std::string bytes(size, '\0');
    if (::getentropy(bytes.data(), size) != 0) throw std::runtime_error("the system has no random numbers");
    return bytes;
}

} // namespace

std::expected<Key, std::string> Key::read(const std::filesystem::path& file) {
    constexpr std::size_t longest = 128;
    auto text = files::read_secret(file, longest);
    if (!text) return std::unexpected(file.string() + ' ' + text.error().text);
    while (!text->empty() && text->back() == '\n') text->pop_back();
    const auto bytes = text::from_base64(*text);
    if (!bytes || bytes->size() != key_size)
        return std::unexpected(file.string() + " holds no key of two daemons of a hall: make one with adoube "
                                               "hall standby-key");
    Key key;
    std::ranges::copy(*bytes, key.key_.begin());
    return key;
}

std::expected<void, std::string> Key::make(const std::filesystem::path& file) {
    const auto made = files::make(file, text::to_base64(drawn(key_size)) + '\n', files::ReadableBy::owner);
    if (!made) return std::unexpected(file.string() + ' ' + made.error());
    return {};
}

std::string Key::seal(std::string_view bytes, std::string_view subject) const {
    auto sealed = drawn(nonce_size);
    sealed.resize(nonce_size + bytes.size() + tag_size);
    auto* const out = bytes_of(sealed);
    const Context context(EVP_CIPHER_CTX_new());
    int size = 0;
    const bool is_sealed =
        EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), out) == 1 &&
        EVP_EncryptUpdate(context.get(), nullptr, &size, bytes_of(subject),
                          static_cast<int>(subject.size())) == 1 &&
        EVP_EncryptUpdate(context.get(), out + nonce_size, &size, bytes_of(bytes),
                          static_cast<int>(bytes.size())) == 1 &&
        EVP_EncryptFinal_ex(context.get(), out + nonce_size + size, &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, static_cast<int>(tag_size),
                            out + nonce_size + bytes.size()) == 1;
    if (!is_sealed) throw std::runtime_error("AES-256-GCM cannot be used");
    return sealed;
}

std::optional<std::string> Key::open(std::string_view sealed, std::string_view subject) const {
    if (sealed.size() < nonce_size + tag_size) return std::nullopt;
    const auto nonce = sealed.substr(0, nonce_size);
    const auto hidden = sealed.substr(nonce_size, sealed.size() - nonce_size - tag_size);
    std::string tag(sealed.substr(sealed.size() - tag_size)), bytes(hidden.size(), '\0');
    const Context context(EVP_CIPHER_CTX_new());
    int size = 0;
    const bool is_ours =
        EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), bytes_of(nonce)) == 1 &&
        EVP_DecryptUpdate(context.get(), nullptr, &size, bytes_of(subject),
                          static_cast<int>(subject.size())) == 1 &&
        EVP_DecryptUpdate(context.get(), bytes_of(bytes), &size, bytes_of(hidden),
                          static_cast<int>(hidden.size())) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(tag_size), tag.data()) ==
            1 &&
        EVP_DecryptFinal_ex(context.get(), bytes_of(bytes) + size, &size) == 1;
    if (!is_ours) return std::nullopt;
    return bytes;
}

} // namespace adoube::standby
