#pragma once
// A certificate authority of the hall's own, which a phone must trust before it trusts the hall.

#include <openssl/types.h>
#include <string>

namespace adoube::server {

struct Authority {
    std::string der;
    std::string fingerprint; // as devices show it: SHA-256, "1A:2B:…"
};

Authority authority_of(const X509* certificate);

/// Whether it is one, by its own word alone, as no certificate of a public authority is that a server sends.
bool is_own_authority(X509* certificate);

} // namespace adoube::server
