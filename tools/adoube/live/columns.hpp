#pragma once
// Text in the columns of a terminal. It may be others': control characters become visible.

#include <string>
#include <string_view>
#include <vector>

namespace adoube::tools {

/// How many columns it takes: none for a combining mark, two for a wide character (East Asian, emoji).
int columns_of(std::string_view text);

/// Exactly so many columns: cut with "…", or filled with spaces.
std::string fitted(std::string_view text, int columns);
std::string fitted_right(std::string_view text, int columns);

/// Lines of at most so many columns, broken at spaces where there are some.
std::vector<std::string> wrapped(std::string_view text, int columns);

} // namespace adoube::tools
