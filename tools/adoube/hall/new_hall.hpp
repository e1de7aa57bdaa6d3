#pragma once
// `adoube hall new`: what a daemon needs to start, for an organiser who sets up all else on its page
// /operator.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct HallNewOptions {
    std::string folder; // made if it is not there
    bool json = false;
    bool service = false; // in the folder of the service, instead of `folder`
};

/// Makes adoubed.toml and hall.tokens there, with one operator. Prints the command that starts the daemon,
/// and the address that signs in, with its token: shown this once. An existing hall is kept, and refused.
int run_hall_new(const HallNewOptions& options, Streams io);

} // namespace adoube::tools
