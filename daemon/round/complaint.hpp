#pragma once
// What a board says of its own condition that people should know: whoever runs the hall.

#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::round {

/// One sentence each, for what is new since the last time (empty: this start of the board has said nothing
/// yet). Each follows the name of a board: "its supply sank …".
std::vector<std::string> complaints(const wire::Condition& now, const std::optional<wire::Condition>& last);

} // namespace adoube::round
