#pragma once
// The operator's log on standard error, for one thread. Never waits for its reader (log_writer.hpp).

#include <string_view>

namespace adoube::adoubed {

void log_info(std::string_view sentence);
void log_trouble(std::string_view sentence);

/// Waits up to a second for all output; call before writing there directly.
void flush_log();

} // namespace adoube::adoubed
