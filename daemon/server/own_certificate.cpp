#include "daemon/server/own_certificate.hpp"

#include "daemon/server/authority.hpp"
#include "daemon/server/origin.hpp"

#include <boost/asio/ip/address.hpp>

#include <memory>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <utility>
#include <vector>

namespace adoube::server {
namespace {

struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
    void operator()(BIGNUM* number) const { BN_free(number); }
    void operator()(BIO* memory) const { BIO_free(memory); }
};
template<class Object>
using Owned = std::unique_ptr<Object, Free>;

/// "IP:192.168.1.10" or "DNS:hall.local"; empty: neither.
std::string alternative_name(const std::string& host) {
    boost::system::error_code no_address;
    const auto address = boost::asio::ip::make_address(host, no_address);
    if (!no_address) return "IP:" + address.to_string();
    const auto known = parse_host(host);
    return known && !known->port ? "DNS:" + known->host : std::string();
}

std::expected<std::string, std::string> alternative_names(std::span<const std::string> hosts) {
    std::string names = "DNS:localhost,IP:127.0.0.1";
    for (const auto& host : hosts) {
        const auto name = alternative_name(host);
        if (name.empty())
            return std::unexpected(
                "\"" + host +
                "\" is neither an address nor a name of the hall: write it as 192.168.1.10 or "
                "hall.local");
        if (!names.ends_with(name)) names += ',' + name;
    }
    return names;
}

using Extensions = std::vector<std::pair<int, std::string>>;

/// Of `key`, for `name`; signed by `issuer` with its key. Null: OpenSSL cannot.
Owned<X509> certificate_of(EVP_PKEY* key, const std::string& name, int days, const Extensions& extensions,
                           X509* issuer, EVP_PKEY* issuers_key) {
    constexpr int serial_bits = 127;
    constexpr long day_s = 24L * 3600;
    constexpr std::size_t longest_name = 64; // RFC 5280, ub-common-name
    Owned<X509> made(X509_new());
    const Owned<BIGNUM> serial(BN_new());
    if (!made || !serial || BN_rand(serial.get(), serial_bits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) != 1)
        return nullptr;
    X509_set_version(made.get(), X509_VERSION_3);
    BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(made.get()));
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -day_s); // a phone's clock may be behind
    X509_gmtime_adj(X509_getm_notAfter(made.get()), days * day_s);
    X509_set_pubkey(made.get(), key);
    const auto bytes = name.substr(0, longest_name);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(bytes.data()),
                               static_cast<int>(bytes.size()), -1, 0);
    if (!issuer) issuer = made.get();
    X509_set_issuer_name(made.get(), X509_get_subject_name(issuer));
    X509V3_CTX context{};
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, made.get(), nullptr, nullptr, 0);
    for (const auto& [what, value] : extensions) {
        const Owned<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
        if (!extension || X509_add_ext(made.get(), extension.get(), -1) != 1) return nullptr;
    }
    if (X509_sign(made.get(), issuers_key, EVP_sha256()) == 0) return nullptr;
    return made;
}

template<class Write>
std::string pem(Write write) {
    const Owned<BIO> memory(BIO_new(BIO_s_mem()));
    if (!memory || write(memory.get()) != 1) return {};
    char* bytes = nullptr;
    const auto size = BIO_get_mem_data(memory.get(), &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
    return pem([&](BIO* to) { return PEM_write_bio_X509(to, certificate); });
}

} // namespace

std::expected<OwnCertificate, std::string> make_own_certificate(std::span<const std::string> hosts,
                                                                int days) {
    const auto names = alternative_names(hosts);
    if (!names) return std::unexpected(names.error());
    if (hosts.empty()) return std::unexpected(std::string("no address of the hall is given"));
    const Owned<EVP_PKEY> authoritys_key(EVP_EC_gen("P-256")), key(EVP_EC_gen("P-256"));
    if (!authoritys_key || !key) return std::unexpected(std::string("OpenSSL cannot make a key"));
    const auto authority = certificate_of(authoritys_key.get(), "Adoube, hall " + hosts.front(), days,
                                          {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                           {NID_key_usage, "critical,keyCertSign"},
                                           {NID_subject_key_identifier, "hash"}},
                                          nullptr, authoritys_key.get());
    const auto made = authority ? certificate_of(key.get(), hosts.front(), days,
                                                 {{NID_basic_constraints, "critical,CA:FALSE"},
                                                  {NID_key_usage, "critical,digitalSignature"},
                                                  {NID_ext_key_usage, "serverAuth"},
                                                  {NID_authority_key_identifier, "keyid:always"},
                                                  {NID_subject_alt_name, *names}},
                                                 authority.get(), authoritys_key.get())
                                : nullptr;
    if (!made) return std::unexpected(std::string("OpenSSL cannot make a certificate"));
    OwnCertificate own{pem_of(made.get()) + pem_of(authority.get()), pem([&](BIO* to) {
                           return PEM_write_bio_PrivateKey(to, key.get(), nullptr, nullptr, 0, nullptr,
                                                           nullptr);
                       }),
                       authority_of(authority.get()).fingerprint};
    if (own.key.empty()) return std::unexpected(std::string("OpenSSL cannot write a key"));
    return own;
}

} // namespace adoube::server
