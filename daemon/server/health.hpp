#pragma once
// For load balancers and watchers, without a token:
//
//   GET /health/live    200 as long as the daemon answers
//   GET /health/ready   200 where what is shown is kept up to date, else 503
//
// {"status":"ok"} or {"status":"failing","why":"the record cannot be written"}. Nothing of boards or games.

#include "daemon/server/router.hpp"

namespace adoube::server {

/// `why_not_ready`: a sentence for everybody; empty: it is. Empty for other addresses and methods.
std::optional<Response> health_response(const Request& request, std::string_view why_not_ready);

} // namespace adoube::server
