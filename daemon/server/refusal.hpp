#pragma once
// How the desk says no.

#include "daemon/server/router.hpp"

namespace adoube::server {

/// {"error":"one sentence"}
Response refusal(unsigned status, std::string_view sentence);

} // namespace adoube::server
