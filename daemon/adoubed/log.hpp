#pragma once
// What whoever runs the hall is told, on standard error.

#include <string_view>

namespace adoube::adoubed {

void log_info(std::string_view sentence);
void log_trouble(std::string_view sentence);

} // namespace adoube::adoubed
