#pragma once
// Writes a text whole, however the kernel cuts it.

#include <string_view>

namespace adoube::files {

/// To a blocking file. False with errno set where it cannot be written.
bool write_all(int opened, std::string_view text);

} // namespace adoube::files
