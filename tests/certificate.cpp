#include "tests/certificate.hpp"

#include <cstdio>
#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdexcept>
#include <sys/stat.h>

namespace adoube::tests {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

void add_names(X509* certificate, const std::string& name) {
    const std::string names = "DNS:" + name + ",IP:127.0.0.1";
    X509_EXTENSION* const extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

Certificate certificate_of(EVP_PKEY* key, const CertificateWishes& wishes) {
    Certificate certificate(X509_new(), X509_free);
    X509_set_version(certificate.get(), X509_VERSION_3);
    long serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&serial), 4);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), wishes.valid_from_s);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), wishes.valid_to_s);
    X509_set_pubkey(certificate.get(), key);
    X509_NAME* const name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(wishes.name.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    add_names(certificate.get(), wishes.name);
    if (X509_sign(certificate.get(), key, EVP_sha256()) == 0) throw std::runtime_error("no certificate");
    return certificate;
}

template<class Write>
void replace(const std::filesystem::path& file, Write write) {
    const auto next = file.string() + ".next";
    std::FILE* const out = std::fopen(next.c_str(), "w");
    if (!out) throw std::runtime_error(next + " cannot be written");
    ::chmod(next.c_str(), 0600);
    write(out);
    std::fclose(out);
    std::filesystem::rename(next, file);
}

} // namespace

void make_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key,
                      const CertificateWishes& wishes) {
    const Key made_key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const Certificate made = certificate_of(made_key.get(), wishes);
    replace(certificate, [&](std::FILE* out) { PEM_write_X509(out, made.get()); });
    replace(key, [&](std::FILE* out) {
        PEM_write_PrivateKey(out, made_key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
}

} // namespace adoube::tests
