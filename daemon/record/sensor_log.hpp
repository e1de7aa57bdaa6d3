#pragma once
// The sensor log as text: one JSON object a line, the header first. The journal keeps these very lines.

#include "daemon/record/input.hpp"

#include <expected>

namespace adoube::record {

/// Unknown keys are ignored; an error is one phrase without file or line number. `sensing` is what the log
/// was recorded with: a snapshot's 'b' is a black piece under `colour` and a black bishop under `identity`.
std::expected<Header, std::string> parse_header(std::string_view line);
std::expected<Input, std::string> parse_input(std::string_view line, Sensing sensing);

/// "1-0", "+/-", …: as the log has it.
std::string_view to_string(const SetResult& set);

std::optional<Sensing> sensing_from(std::string_view name);

/// What a sensor of that kind tells of what a better one saw.
Seen reduced(const Seen& seen, Sensing sensing);

/// The line, without its newline.
std::string to_line(const Header& header);
/// Who said it, as `by` below; empty where that is not known.
std::string said_by(std::string_view line);
/// `by`: who said it, where that is known, as the key "by", which no reader of sensor logs needs to know.
std::string to_line(const Input& input, std::string_view by = {});

} // namespace adoube::record
