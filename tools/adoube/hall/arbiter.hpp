#pragma once
// `adoube arbiter --board N VERB …`: what an arbiter says to a daemon that runs, on this computer or, with a
// token, over the network; and `adoube arbiter watch`: what he is told.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace adoube::tools {

struct ArbiterOptions {
    std::string control; // empty: where there is a daemon
    HallOptions hall;    // without an address: the control socket
    int board = 0;       // 0: all, to be watched
    std::string verb;
    std::vector<std::string> words; // after the verb
    /// Of `arm`: what is empty is as the daemon's configuration says.
    std::string white, black, round, start, time_control, laws, rate_of_play, supervised;
    std::vector<std::string> tags; // NAME=VALUE
    std::string chess960;          // "true", or the number of the start position
};

/// All but `arm`, whose words are options.
struct ArbiterVerb {
    const char* name;
    const char* help; // begins with the words that it takes
};
std::span<const ArbiterVerb> arbiter_verbs();

/// The line for the daemon's control socket. The error is one sentence.
std::expected<std::string, std::string> control_line(const ArbiterOptions& options);

/// 0, and on `out` what it has done, once what was said is in the journal; 2 where it was refused, or no
/// daemon is there. `watch` prints a line for each incident, also over a restart of the daemon, and ends with
/// 2 once its token opens the feed no more.
int run_arbiter(const ArbiterOptions& options, Streams io);

} // namespace adoube::tools
