#pragma once

#include "daemon/time/instant.hpp"

#include <string>

namespace adoube::server {

/// A hall of which nothing was heard for a while, and the time of the last that is known of it.
struct Silence {
    std::string hall;
    UtcMs since_utc_ms;
    friend bool operator==(const Silence&, const Silence&) = default;
};

} // namespace adoube::server
