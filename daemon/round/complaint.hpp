#pragma once
// What the hall's operator should know of a board's condition.

#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::round {

/// A sentence for each thing new since `last` (empty: this start's first report), to follow the board's name:
/// "its supply sank …".
std::vector<std::string> complaints(const wire::Condition& now, const std::optional<wire::Condition>& last);

/// Where its firmware stopped before this start; nothing if it did not.
std::optional<std::string> fault_told(const wire::Chip& chip);

} // namespace adoube::round
