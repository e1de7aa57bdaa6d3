#pragma once
// A certificate for a hall that has no name in the internet, by an authority of its own that signs nothing
// else: its key is forgotten at once, so a phone that trusts it trusts this hall alone.

#include <expected>
#include <span>
#include <string>

namespace adoube::server {

struct OwnCertificate {
    std::string certificate; // PEM: the server's, then the authority's
    std::string key;         // PEM, the server's
    std::string fingerprint; // the authority's, as in authority.hpp
};

/// Phones of Apple take none for longer.
inline constexpr int most_days = 820;

/// For these addresses and names of the hall, and for this computer itself (localhost, 127.0.0.1). The error
/// is one sentence.
std::expected<OwnCertificate, std::string> make_own_certificate(std::span<const std::string> hosts, int days);

} // namespace adoube::server
