#pragma once
// A token as it is told of: whose it is, for what and until when; never its text or hash.

#include "daemon/access/tokens.hpp"

#include <boost/json/object.hpp>

namespace adoube::access {

/// "token 3: Anna, arbiter, boards 1-8, made 2026-11-20T08:00:00Z, good until 2026-11-27T08:00:00Z"
std::string in_words(const Token& token, std::int64_t now_s);

/// {"id":3,"name":"Anna","role":"arbiter","boards":"1-8","made":"2026-11-20T08:00:00Z",
///  "expires":"2026-11-27T08:00:00Z","revoked":null,"good":true}
boost::json::object to_json(const Token& token, std::int64_t now_s);

} // namespace adoube::access
