#include "daemon/server/authority.hpp"

#include <array>
#include <openssl/evp.h>
#include <openssl/x509v3.h>

namespace adoube::server {
namespace {

std::string fingerprint_of(const X509* certificate) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    if (X509_digest(certificate, EVP_sha256(), bytes.data(), &size) != 1) return {};
    std::string text;
    for (unsigned at = 0; at < size; ++at) {
        if (at > 0) text += ':';
        text += digits[bytes[at] >> 4];
        text += digits[bytes[at] & 15];
    }
    return text;
}

} // namespace

Authority authority_of(const X509* certificate) {
    unsigned char* bytes = nullptr;
    const int size = i2d_X509(certificate, &bytes);
    Authority authority{{}, fingerprint_of(certificate)};
    if (size > 0) authority.der.assign(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_free(bytes);
    return authority;
}

bool is_own_authority(X509* certificate) {
    return X509_check_ca(certificate) == 1 && X509_check_issued(certificate, certificate) == X509_V_OK;
}

} // namespace adoube::server
