#pragma once
// One line to the daemon that is meant: over the network, or on a control socket.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

/// `control` empty: as found by find_control. A hall with a URL takes precedence. Returns the answer; an
/// error is one sentence.
std::expected<std::string, std::string> tell(const std::string& control, const HallOptions& hall,
                                             const std::string& line);

/// Facts that a daemon told: with --json the document that it sent, else its lines. Returns the exit status.
int print_told(const std::string& told, Streams io, bool as_json);

} // namespace adoube::tools
