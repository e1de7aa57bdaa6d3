#pragma once
// Self-signed certificates for tests.

#include <filesystem>
#include <string>

namespace adoube::tests {

struct CertificateWishes {
    std::string name = "localhost";                 // also for 127.0.0.1
    long valid_from_s = -3'600, valid_to_s = 3'600; // from now
};

/// Replaces each file atomically; only its owner can read the key.
void make_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key,
                      const CertificateWishes& wishes = {});

} // namespace adoube::tests
