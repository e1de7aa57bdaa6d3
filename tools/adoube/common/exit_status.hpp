#pragma once
// Exit statuses of every verb of `adoube`. Errors that are strings are one sentence for people.

namespace adoube::tools {

inline constexpr int success = 0;
/// The thing examined is faulty, as reported.
inline constexpr int failed_check = 1;
/// Something could not be read or written; one sentence names it.
inline constexpr int bad_input = 2;

/// Evidence is consistent, but nothing known to its reader says whose it is.
inline constexpr int no_anchor = 3;

} // namespace adoube::tools
