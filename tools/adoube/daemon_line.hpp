#pragma once
// One line to a daemon that runs, on its control socket, and whether it did what was asked.

#include <expected>
#include <string>

namespace adoube::tools {

/// `line` without its newline. The error is one sentence: no daemon is there, or it refuses.
std::expected<void, std::string> tell_daemon(const std::string& control, const std::string& line);

} // namespace adoube::tools
