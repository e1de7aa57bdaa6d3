#pragma once
// Certificates made for a test, signed by themselves.

#include <filesystem>
#include <string>

namespace adoube::tests {

struct CertificateWishes {
    std::string name = "localhost";                 // also for 127.0.0.1
    long valid_from_s = -3'600, valid_to_s = 3'600; // from now
};

/// Replaces both files, each in one moment; the key is for its owner alone.
void make_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key,
                      const CertificateWishes& wishes = {});

} // namespace adoube::tests
