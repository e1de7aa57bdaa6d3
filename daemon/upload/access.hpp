#pragma once
// How a target is reached, and the files that open it.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace adoube::upload {

struct Access {
    std::filesystem::path token_file; // bearer token, in one line
    std::string user;
    std::filesystem::path password_file;
    std::filesystem::path key_file, known_hosts; // SFTP
    std::filesystem::path ca;                    // who vouches for the server; empty: whom the system trusts
    std::string proxy;                           // empty: none, whatever the environment says
};

/// Read anew for each request, so that a file that is replaced counts at once.
struct Secrets {
    std::string token, password;
};

/// An error is one sentence naming the file: unreadable, open to others, no single line, a known_hosts or
/// key that is not there.
std::expected<Secrets, std::string> read_secrets(const Access& access);

/// `text` without the secrets, should a server repeat them.
std::string without_secrets(std::string text, const Secrets& secrets);

} // namespace adoube::upload
