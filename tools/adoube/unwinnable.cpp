#include "tools/adoube/unwinnable.hpp"

#include "daemon/chess/unwinnable.hpp"
#include "tools/adoube/exit_status.hpp"
#include "tools/adoube/files.hpp"
#include "tools/adoube/say.hpp"

#include <istream>
#include <ostream>
#include <string>

namespace adoube::tools {

namespace {

std::string_view letters(const chess::Position& position, std::uint64_t limit) {
    using enum chess::Mating;
    const auto [white, black] = chess::who_can_mate(position, limit);
    if (white == undecided || black == undecided) return "??";
    if (white == possible) return black == possible ? "WB" : "W-";
    return black == possible ? "-B" : "--";
}

} // namespace

int run_unwinnable(const UnwinnableOptions& options, std::istream& in, std::ostream& out, std::ostream& err) {
    int status = success;
    std::string line;
    Line read = Line::end;
    for (std::size_t number = 1; (read = read_line(in, line)) != Line::end; ++number) {
        if (read == Line::too_long) {
            err << "unwinnable: line " << number << " is too long to be a position\n";
            return bad_input;
        }
        if (line.ends_with('\r')) line.pop_back();
        const auto start = line.find_first_not_of(" \t");
        if (start == std::string::npos || line[start] == '#') continue;
        const auto position = chess::Position::from_fen(line);
        if (position) {
            out << letters(*position, options.limit) << '\n';
        } else {
            say(err, "unwinnable: line " + std::to_string(number) + ": " + position.error());
            status = bad_input;
        }
    }
    return status;
}

} // namespace adoube::tools
