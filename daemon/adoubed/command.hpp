#pragma once
// An arbiter's command from any source: permission check and answer.

#include "daemon/access/rights.hpp"
#include "daemon/adoubed/control_line.hpp"

namespace adoube::adoubed {

struct Refusal {
    enum class Why : std::uint8_t { not_understood, forbidden, late, busy } why;
    std::string sentence;
};
/// What the command did, in one sentence; may be empty.
using Answered = std::expected<std::string, Refusal>;

/// The board that a command is about; 0: about none, or several.
int board_of(const ControlLine& line);

/// Parses a line and checks that `who` may send it.
std::expected<ControlLine, Refusal> permitted(std::string_view line, const record::Header& usual,
                                              const access::Grant& who);

/// {"ok":true,"answer":"sentence"}, where "answer" is optional, or {"error":"sentence"}; without newline.
std::string to_json(const Answered& answered);

} // namespace adoube::adoubed
