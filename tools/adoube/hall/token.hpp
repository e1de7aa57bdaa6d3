#pragma once
// `adoube token new|list|revoke`: who may see and do what at a hall. Only hashes of tokens are kept.

#include "tools/adoube/common/streams.hpp"

#include <optional>
#include <string>

namespace adoube::tools {

struct TokenNewOptions {
    std::string tokens = "adoube.tokens", name, role = "arbiter", boards;
    std::optional<int> days;
    std::string site{}; // where the hall's pages are: a QR code signs in there; empty: none
    bool json = false;
};
struct TokenListOptions {
    std::string tokens = "adoube.tokens";
    bool json = false;
};
struct TokenRevokeOptions {
    std::string tokens = "adoube.tokens";
    int id = 0;
    bool json = false;
};

/// Prints the token on `out`, this once (in JSON with its description), and the description and QR code on
/// `err`.
int run_token_new(const TokenNewOptions& options, Streams io);
int run_token_list(const TokenListOptions& options, Streams io);
int run_token_revoke(const TokenRevokeOptions& options, Streams io);

} // namespace adoube::tools
