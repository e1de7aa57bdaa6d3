#pragma once
// Numbers of boards, tables or rounds, for people.

#include <set>
#include <string>

namespace adoube::text {

/// "1 to 4, 7".
std::string ranges(const std::set<int>& numbers);

} // namespace adoube::text
