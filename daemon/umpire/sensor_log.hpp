#pragma once
// The sensor log as text: one JSON object a line, the header first. The journal keeps these very lines.

#include "daemon/umpire/input.hpp"

#include <expected>

namespace adoube::umpire {

/// Unknown keys are ignored; an error is one sentence without file or line number.
std::expected<Header, std::string> parse_header(std::string_view line);
std::expected<Input, std::string> parse_input(std::string_view line, Sensing sensing);

/// The line, without its newline.
std::string to_line(const Header& header);
std::string to_line(const Input& input);

} // namespace adoube::umpire
