#pragma once
// What an arbiter's page says on its feed, in JSON:
//
//   {"board":3,"case":"i2"}                             it looks at that case; without one, at the board
//   {}                                                  it looks at no board
//   {"board":3,"game":"E-r1-b3","case":"i2","settled":true}   its arbiter has done with it; false: not yet

#include "daemon/server/lookers.hpp"
#include "daemon/server/settled.hpp"

#include <expected>
#include <variant>

namespace adoube::server {

struct LooksAway {
    friend bool operator==(const LooksAway&, const LooksAway&) = default;
};
using ConsoleMessage = std::variant<LooksAway, Lookers::At, Settled::Mark>;

/// The error is one sentence without its full stop.
std::expected<ConsoleMessage, std::string> parse_console_message(std::string_view message);

} // namespace adoube::server
