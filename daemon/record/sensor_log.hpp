#pragma once
// The sensor log as text: one JSON object per line, header first. The journal keeps these very lines.

#include "daemon/record/input.hpp"

#include <boost/json/fwd.hpp>
#include <expected>

namespace adoube::record {

/// Unknown keys are ignored; an error is one phrase without file or line number. `sensing` is the log's: a
/// snapshot's 'b' is a black piece under `colour`, a black bishop under `identity`.
std::expected<Header, std::string> parse_header(std::string_view line);
std::expected<Input, std::string> parse_input(std::string_view line, Sensing sensing);
/// Of an input's object, all but its time.
std::expected<What, std::string> parse_what(const boost::json::object& object, Sensing sensing);

/// "1-0", "+/-", …
std::string_view to_string(const SetResult& set);

std::optional<Sensing> sensing_from(std::string_view name);

/// What a sensor of that kind tells of `seen`.
Seen reduced(const Seen& seen, Sensing sensing);

/// An input's object without its time.
boost::json::object to_json(const What& what);
/// Without its newline.
std::string to_line(const Header& header);
/// The key "by", or empty.
std::string said_by(std::string_view line);
/// `by`: who said it, if known, as the key "by", which readers may ignore.
std::string to_line(const Input& input, std::string_view by = {});

} // namespace adoube::record
