#pragma once
// `adoube hall standby-key`: the key of a hall's two daemons, of which one goes on where the other fails.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct StandbyKeyOptions {
    std::string file; // new
    bool json = false;
};

/// Makes it, and says what to do with it.
int run_standby_key(const StandbyKeyOptions& options, Streams io);

} // namespace adoube::tools
