#pragma once
// `adoube arbiter --board N VERB …`: an arbiter's commands to a running daemon, local or, with a token,
// remote; `adoube arbiter watch`: the arbiters' feed.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace adoube::tools {

struct ArbiterOptions {
    std::string control; // empty: as found by find_control
    HallOptions hall;    // without a URL: the control socket
    int board = 0;       // 0: all, for `watch`
    std::string game;    // its id; empty: the one at the board that it can be
    bool json = false;
    std::string verb;
    std::vector<std::string> words; // after the verb
    /// For `arm`; empty: as the daemon is configured.
    std::string white, black, round, start, time_control, laws, rate_of_play, supervised;
    std::vector<std::string> tags; // NAME=VALUE; of `tags`, too
    /// For `tags`, beside `white`, `black` and `tags`.
    std::string white_fide_id, black_fide_id;
    std::string chess960; // "true" or a start position's number
};

/// All but `arm` and `tags`, which take options, and `watch`.
struct ArbiterVerb {
    const char* name;
    const char* arguments;
    const char* help; // begins with what they are
};
std::span<const ArbiterVerb> arbiter_verbs();

/// For the daemon's control socket.
std::expected<std::string, std::string> control_line(const ArbiterOptions& options);

/// 0 once the command is in the journal; 2 if refused or without a daemon. `watch` prints a line for each
/// incident, across restarts of the daemon, and returns 2 once its token no longer opens the feed.
int run_arbiter(const ArbiterOptions& options, Streams io);

} // namespace adoube::tools
