#include "daemon/server/tls.hpp"

#include "daemon/files/read.hpp"
#include "daemon/text/utc.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/stat.h>
#include <utility>

namespace adoube::server {
namespace {

using Result = std::expected<void, std::string>;

std::unexpected<std::string> trouble(const char* what, const std::filesystem::path& file,
                                     const std::string& is) {
    ERR_clear_error();
    return std::unexpected(std::string("the ") + what + " " + file.string() + " " + is);
}

std::expected<struct ::stat, files::Unreadable> status_of(const std::filesystem::path& file) {
    const auto opened = files::open_to_read(file);
    if (!opened) return std::unexpected(opened.error());
    return files::status_of(*opened);
}

std::string time_text(const ASN1_TIME* time) {
    std::tm utc{};
    if (ASN1_TIME_to_tm(time, &utc) != 1) return "an unknown day";
    return text::utc_minute(::timegm(&utc));
}

Result load_certificate(SSL_CTX* context, const std::filesystem::path& file) {
    if (const auto status = status_of(file); !status)
        return trouble("certificate", file, status.error().text);
    if (SSL_CTX_use_certificate_chain_file(context, file.c_str()) != 1) {
        const auto error = ERR_peek_error();
        const char* const reason = ERR_reason_error_string(error);
        if (ERR_GET_LIB(error) == ERR_LIB_SSL && reason)
            return trouble("certificate", file,
                           std::string("is refused by OpenSSL: ") + reason + "; have another one made");
        return trouble("certificate", file,
                       "is none in PEM: the file must begin with the certificate of this server");
    }
    const X509* certificate = SSL_CTX_get0_certificate(context);
    if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0)
        return trouble("certificate", file,
                       "has expired at " + time_text(X509_get0_notAfter(certificate)) + ": renew it");
    if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0)
        return trouble("certificate", file,
                       "is not valid before " + time_text(X509_get0_notBefore(certificate)) +
                           ": is this computer's clock right?");
    return {};
}

Result load_key(SSL_CTX* context, const TlsFiles& files) {
    const auto status = status_of(files.key);
    if (!status) return trouble("key", files.key, status.error().text);
    if (const auto owned = files::check_owner(files.key, *status); !owned)
        return trouble("key", files.key, owned.error().text);
    if (status->st_mode & S_IWGRP)
        return trouble("key", files.key,
                       "may be written by others than its owner: say chmod g-w " + files.key.string());
    if (status->st_mode & S_IRWXO)
        return trouble("key", files.key,
                       "may be read by everybody, who could then speak in the name of this server: say chmod "
                       "o= " +
                           files.key.string() + ", or better have a new one made");
    const auto no_passphrase = [](char*, int, int, void*) { return -1; };
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    if (SSL_CTX_use_PrivateKey_file(context, files.key.c_str(), SSL_FILETYPE_PEM) == 1) return {};
    if (ERR_GET_LIB(ERR_peek_last_error()) == ERR_LIB_X509)
        return trouble("key", files.key, "does not belong to the certificate " + files.certificate.string());
    return trouble("key", files.key,
                   "is none in PEM, or locked by a passphrase, which nobody is there to type");
}

int choose_http(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                unsigned int offered_size, void*) {
    static constexpr unsigned char http[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* found = nullptr;
    if (SSL_select_next_proto(&found, size, http, sizeof http, offered, offered_size) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

void set_manners(SSL_CTX* context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20"); // for TLS 1.2; all of 1.3 are good
    SSL_CTX_set_alpn_select_cb(context, choose_http, nullptr);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); // clients resume by ticket
    // Return after each record, lest a flood of empty ones keep the server busy.
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    // Viewers are mostly idle and should hold no buffers.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

} // namespace

void Tls::Free::operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

std::expected<Tls::Context, std::string> Tls::make(const TlsFiles& files) {
    ERR_clear_error();
    Context context(SSL_CTX_new(TLS_server_method()));
    if (!context) return std::unexpected("OpenSSL cannot be used for TLS");
    set_manners(context.get());
    if (const auto loaded = load_certificate(context.get(), files.certificate); !loaded)
        return std::unexpected(loaded.error());
    if (const auto loaded = load_key(context.get(), files); !loaded) return std::unexpected(loaded.error());
    return context;
}

std::expected<Tls, std::string> Tls::load(const TlsFiles& files) {
    const Stamp stamp = stamp_of(files);
    auto context = make(files);
    if (!context) return std::unexpected(context.error());
    return Tls(files, std::move(*context), stamp);
}

std::optional<Authority> Tls::authority() const {
    STACK_OF(X509)* chain = nullptr;
    if (SSL_CTX_get0_chain_certs(context_.get(), &chain) != 1 || sk_X509_num(chain) < 1) return std::nullopt;
    X509* const last = sk_X509_value(chain, sk_X509_num(chain) - 1);
    return is_own_authority(last) ? std::optional(authority_of(last)) : std::nullopt;
}

std::optional<Tls::Renewal> Tls::reload() {
    const Stamp now = stamp_of(files_);
    const bool settled = now == std::exchange(seen_, now);
    if (!settled || now == known_) return std::nullopt;
    known_ = now;
    auto renewed = make(files_);
    if (!renewed) return Renewal{false, renewed.error() + "; until then the old one goes on"};
    context_ = std::move(*renewed);
    return Renewal{true, "the certificate " + files_.certificate.string() + " is renewed, valid until " +
                             time_text(X509_get0_notAfter(SSL_CTX_get0_certificate(context_.get())))};
}

Tls::Stamp Tls::stamp_of(const TlsFiles& files) {
    Stamp stamp{};
    auto at = stamp.begin();
    for (const auto& file : {files.certificate, files.key}) {
        struct stat status {};
        if (::stat(file.c_str(), &status) != 0) status = {};
        for (const std::int64_t part :
             {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
              static_cast<std::int64_t>(status.st_size), static_cast<std::int64_t>(status.st_ctim.tv_sec),
              static_cast<std::int64_t>(status.st_ctim.tv_nsec)})
            *at++ = part;
    }
    return stamp;
}

} // namespace adoube::server
