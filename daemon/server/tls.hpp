#pragma once
// The server's certificate, and how it speaks TLS: version 1.2 or 1.3, AEAD ciphers with forward secrecy, no
// renegotiation, no compression, HTTP/1.1 by ALPN (RFC 7301).

#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <openssl/types.h>
#include <optional>
#include <string>

namespace adoube::server {

/// In PEM. The certificate comes first in its file, then those that vouch for it.
struct TlsFiles {
    std::filesystem::path certificate, key;
};

class Tls {
  public:
    /// An error is one sentence for people: a file that cannot be read or holds something else, a key that
    /// everybody may read, one that does not belong to the certificate, a certificate out of its time.
    static std::expected<Tls, std::string> load(const TlsFiles& files);

    /// For new connections; those that are open keep what they began with.
    SSL_CTX& context() const { return *context_; }

    struct Renewal {
        bool taken; // else the old certificate stays in use
        std::string sentence;
    };
    /// Looks whether the files are others than before; to be called now and then. Two looks in a row must see
    /// the same, as a certificate and its key are not replaced in one moment. Nothing where nothing is new.
    std::optional<Renewal> reload();

  private:
    struct Free {
        void operator()(SSL_CTX* context) const;
    };
    using Context = std::unique_ptr<SSL_CTX, Free>;
    /// Of both files: device, inode, size and time of the last change.
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
