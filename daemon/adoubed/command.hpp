#pragma once
// A line of the arbiter's, whichever door it comes through: whether who says it may, and what is answered.

#include "daemon/access/rights.hpp"
#include "daemon/adoubed/control_line.hpp"

namespace adoube::adoubed {

/// Why a line was not done: one sentence.
struct Refusal {
    enum class Why : std::uint8_t { not_understood, forbidden, late } why;
    std::string sentence;
};
/// What it has done, in one sentence; may be empty.
using Answered = std::expected<std::string, Refusal>;

/// What the line says, where `who` may say it.
std::expected<ControlLine, Refusal> permitted(std::string_view line, const record::Header& usual,
                                              const access::Grant& who);

/// {"ok":true,"answer":"one sentence"}, or without the answer, or {"error":"one sentence"}; without newline.
std::string to_json(const Answered& answered);

} // namespace adoube::adoubed
