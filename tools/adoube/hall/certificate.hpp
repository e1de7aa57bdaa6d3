#pragma once
// `adoube certificate new`: what arbiters' phones need to reach a hall over https, made on its laptop
// (daemon/server/own_certificate.hpp).

#include "tools/adoube/common/streams.hpp"

#include <string>
#include <vector>

namespace adoube::tools {

struct CertificateNewOptions {
    std::vector<std::string> hosts;
    std::string certificate = "tls.pem", key = "tls.key"; // files to make
    int days = 365;
    int port = 8080; // where the daemon listens
};

/// Prints the section of the configuration on `out`; on `err` what to do then, with the QR code of the page
/// for phones and the fingerprint to compare there. An existing file is kept, and refused.
int run_certificate_new(const CertificateNewOptions& options, Streams io);

} // namespace adoube::tools
