#pragma once
// By which names a certificate lets browsers come.

#include <filesystem>
#include <string>
#include <vector>

namespace adoube::server {

/// Host names and IP addresses (IPv6 without brackets) of the first certificate in a PEM file (RFC 5280,
/// 4.2.1.6), in its order; wildcards name no host. Empty where it cannot be read, too.
std::vector<std::string> names_in_certificate(const std::filesystem::path& file);

} // namespace adoube::server
