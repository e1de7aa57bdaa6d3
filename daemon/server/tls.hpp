#pragma once
// The server's certificate and TLS: version 1.2 or 1.3, AEAD ciphers with forward secrecy, no renegotiation,
// no compression, HTTP/1.1 by ALPN (RFC 7301).

#include "daemon/server/authority.hpp"

#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <openssl/types.h>
#include <optional>
#include <string>

namespace adoube::server {

/// PEM. The server's certificate comes first in its file, then its chain.
struct TlsFiles {
    std::filesystem::path certificate, key;
};

class Tls {
  public:
    /// The error is one sentence: an unreadable or wrong file, a key that everybody may read or that does not
    /// match, a certificate not valid now.
    static std::expected<Tls, std::string> load(const TlsFiles& files);

    /// For new connections; open ones keep theirs.
    SSL_CTX& context() const { return *context_; }

    /// The hall's own, where the certificate comes with it; else empty.
    std::optional<Authority> authority() const;

    struct Renewal {
        bool taken; // else the old certificate stays in use
        std::string sentence;
    };
    /// Call now and then; empty if nothing is new. Two calls in a row must see the same files, as certificate
    /// and key are not replaced at one moment.
    std::optional<Renewal> reload();

  private:
    struct Free {
        void operator()(SSL_CTX* context) const;
    };
    using Context = std::unique_ptr<SSL_CTX, Free>;
    /// Of both files: device, inode, size and ctime.
    using Stamp = std::array<std::int64_t, 10>;

    Tls(TlsFiles files, Context context, Stamp stamp)
        : files_(std::move(files)), context_(std::move(context)), known_(stamp), seen_(stamp) {}
    static std::expected<Context, std::string> make(const TlsFiles& files);
    static Stamp stamp_of(const TlsFiles& files);

    TlsFiles files_;
    Context context_;
    Stamp known_, seen_;
};

} // namespace adoube::server
