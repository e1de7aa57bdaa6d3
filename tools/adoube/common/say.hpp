#pragma once
// What a verb tells people. All of it goes through here: it may hold the words of a file, a board or a hall.

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <ostream>

namespace adoube::tools {

/// One line, that stays one whatever is in it.
inline std::ostream& say(std::ostream& stream, std::string_view line) {
    return stream << text::shown(line) << '\n';
}

/// A text of several lines of ours, each of which ends with a newline.
inline void say_lines(std::ostream& stream, std::string_view lines) {
    while (!lines.empty()) {
        const auto line = lines.substr(0, lines.find('\n'));
        say(stream, line);
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
}

/// PGN on standard output, which programs read, but a terminal may, too.
inline void put_pgn(std::ostream& stream, std::string_view pgn) {
    while (!pgn.empty()) {
        const auto line = pgn.substr(0, pgn.find('\n'));
        stream << text::without_controls(line) << '\n';
        pgn.remove_prefix(std::min(line.size() + 1, pgn.size()));
    }
}

} // namespace adoube::tools
