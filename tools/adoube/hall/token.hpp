#pragma once
// `adoube token new|list|revoke`: who may see and do what at a hall, by tokens of which only hashes are kept.

#include "tools/adoube/common/streams.hpp"

#include <optional>
#include <string>

namespace adoube::tools {

struct TokenNewOptions {
    std::string tokens = "adoube.tokens", name, role = "arbiter", boards;
    std::optional<int> days;
};
struct TokenListOptions {
    std::string tokens = "adoube.tokens";
};
struct TokenRevokeOptions {
    std::string tokens = "adoube.tokens";
    int id = 0;
};

/// The token alone on `out`, for the only time; what it is on `err`. 2 where nothing was made.
int run_token_new(const TokenNewOptions& options, Streams io);
int run_token_list(const TokenListOptions& options, Streams io);
int run_token_revoke(const TokenRevokeOptions& options, Streams io);

} // namespace adoube::tools
