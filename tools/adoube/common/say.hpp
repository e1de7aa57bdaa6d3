#pragma once
// All output for people goes through here: it may quote a file, a board or a hall.

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <ostream>

namespace adoube::tools {

/// One line, whatever it contains.
inline std::ostream& say(std::ostream& stream, std::string_view line) {
    return stream << text::shown(line) << '\n';
}

/// Several lines of ours.
inline void say_lines(std::ostream& stream, std::string_view lines) {
    while (!lines.empty()) {
        const auto line = lines.substr(0, lines.find('\n'));
        say(stream, line);
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
}

/// PGN on standard output, which may be a terminal.
inline void put_pgn(std::ostream& stream, std::string_view pgn) {
    while (!pgn.empty()) {
        const auto line = pgn.substr(0, pgn.find('\n'));
        stream << text::without_controls(line) << '\n';
        pgn.remove_prefix(std::min(line.size() + 1, pgn.size()));
    }
}

} // namespace adoube::tools
