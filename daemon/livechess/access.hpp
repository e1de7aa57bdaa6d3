#pragma once
// Who may ask, and the answers to plain requests. No I/O.

#include "daemon/server/origin.hpp"
#include "daemon/server/router.hpp"

namespace adoube::livechess {

inline constexpr std::string_view websocket_path = "/api/v1.0", eboards_path = "/api/v1.0/eboards";

/// Empty: may be answered. A request without Origin comes from a program, not from a page.
std::optional<server::Response> refuse(const server::Request& request,
                                       const std::vector<server::Origin>& origins);

/// To a request that is not refused; `eboards` is JSON, or empty with the sentence of `refusal`.
server::Response answer(const server::Request& request, std::string eboards, const std::string& refusal);

} // namespace adoube::livechess
