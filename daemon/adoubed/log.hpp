#pragma once
// What whoever runs the hall is told, on standard error. Nobody waits for who reads it: log_writer.hpp says
// what becomes of the lines that he does not take. Of one thread.

#include <string_view>

namespace adoube::adoubed {

void log_info(std::string_view sentence);
void log_trouble(std::string_view sentence);

/// Waits a second at most until all of it is out: before something else is written there.
void flush_log();

} // namespace adoube::adoubed
