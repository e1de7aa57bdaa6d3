#include "daemon/text/sha256.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <memory>
#include <stdexcept>

namespace adoube::text {
namespace {

struct Free {
    void operator()(EVP_MD* method) const { EVP_MD_free(method); }
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    void operator()(EVP_MAC* method) const { EVP_MAC_free(method); }
    void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};
template<class Of>
using Owned = std::unique_ptr<Of, Free>;

const std::uint8_t* data_of(std::string_view bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

void check(bool works) {
    if (!works) throw std::runtime_error("OpenSSL has no SHA-256");
}

Owned<EVP_MAC_CTX> hmac_context() {
    const Owned<EVP_MAC> method(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
    check(method != nullptr);
    Owned<EVP_MAC_CTX> context(EVP_MAC_CTX_new(method.get()));
    char digest[] = "SHA256";
    const OSSL_PARAM params[]{OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                              OSSL_PARAM_construct_end()};
    check(context && EVP_MAC_CTX_set_params(context.get(), params) == 1);
    return context;
}

} // namespace

Sha256 sha256(std::span<const std::uint8_t> bytes) {
    static const Owned<EVP_MD> method(EVP_MD_fetch(nullptr, "SHA256", nullptr));
    thread_local const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
    Sha256 hash;
    check(method && context && EVP_DigestInit_ex2(context.get(), method.get(), nullptr) == 1 &&
          EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1 &&
          EVP_DigestFinal_ex(context.get(), hash.data(), nullptr) == 1);
    return hash;
}

Sha256 sha256(std::string_view bytes) { return sha256(std::span(data_of(bytes), bytes.size())); }

Sha256 hmac_sha256(std::string_view key, std::string_view bytes) {
    thread_local const auto context = hmac_context();
    if (key.empty()) key = std::string_view("", 0); // null would be the key before
    Sha256 code;
    std::size_t size = 0;
    check(EVP_MAC_init(context.get(), data_of(key), key.size(), nullptr) == 1 &&
          EVP_MAC_update(context.get(), data_of(bytes), bytes.size()) == 1 &&
          EVP_MAC_final(context.get(), code.data(), &size, code.size()) == 1 && size == code.size());
    return code;
}

} // namespace adoube::text
