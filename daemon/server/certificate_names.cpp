#include "daemon/server/certificate_names.hpp"

#include "daemon/files/read.hpp"

#include <arpa/inet.h>
#include <array>
#include <memory>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace adoube::server {
namespace {

constexpr std::size_t longest_certificate = 1 << 20;

std::string name_in(const GENERAL_NAME& name) {
    const auto* const text = name.type == GEN_DNS     ? name.d.dNSName
                             : name.type == GEN_IPADD ? name.d.iPAddress
                                                      : nullptr;
    if (!text) return {};
    const auto* const bytes = ASN1_STRING_get0_data(text);
    const int size = ASN1_STRING_length(text);
    if (name.type == GEN_DNS) return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
    std::array<char, INET6_ADDRSTRLEN> address{};
    const bool is_v4 = size == sizeof(in_addr);
    if (!is_v4 && size != sizeof(in6_addr)) return {};
    return ::inet_ntop(is_v4 ? AF_INET : AF_INET6, bytes, address.data(), address.size()) ? address.data()
                                                                                          : std::string();
}

} // namespace

std::vector<std::string> names_in_certificate(const std::filesystem::path& file) {
    const auto pem = files::read(file, longest_certificate);
    if (!pem) return {};
    const std::unique_ptr<BIO, decltype(&BIO_free)> bytes(
        BIO_new_mem_buf(pem->data(), static_cast<int>(pem->size())), BIO_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr), X509_free);
    std::vector<std::string> names;
    if (certificate) {
        const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> all(
            static_cast<GENERAL_NAMES*>(
                X509_get_ext_d2i(certificate.get(), NID_subject_alt_name, nullptr, nullptr)),
            GENERAL_NAMES_free);
        for (int at = 0; at < sk_GENERAL_NAME_num(all.get()); ++at)
            if (auto name = name_in(*sk_GENERAL_NAME_value(all.get(), at));
                !name.empty() && !name.contains('*'))
                names.push_back(std::move(name));
    }
    ERR_clear_error();
    return names;
}

} // namespace adoube::server
