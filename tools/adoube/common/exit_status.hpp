#pragma once
// What every verb of `adoube` returns.

namespace adoube::tools {

inline constexpr int success = 0;
/// What was looked at is not as it should be; what is amiss was told.
inline constexpr int failed_check = 1;
/// Something that was given could not be read, or something could not be written; one sentence names it.
inline constexpr int bad_input = 2;

/// Evidence fits together, but nothing that its reader knows says whose it is.
inline constexpr int no_anchor = 3;

} // namespace adoube::tools
