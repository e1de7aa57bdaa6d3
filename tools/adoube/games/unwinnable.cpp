#include "tools/adoube/games/unwinnable.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

#include <algorithm>
#include <istream>
#include <limits>
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

/// For a line that is no position.
constexpr std::string_view unread = "!!";

/// Adds fields that may be absent here but not in a game's record: no castling, no en passant.
std::string completed(std::string fen) {
    std::ranges::replace(fen, '\t', ' ');
    std::size_t fields = 0;
    for (std::size_t at = 0; (at = fen.find_first_not_of(' ', at)) != fen.npos; ++fields)
        at = std::min(fen.find(' ', at), fen.size());
    if (fields == 2) fen += " -";
    if (fields == 2 || fields == 3) fen += " -";
    return fen;
}

void skip_rest_of_line(std::istream& in) {
    if (!in.fail()) return; // already at its end
    in.clear();
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
}

} // namespace

int run_unwinnable(const UnwinnableOptions& options, Streams io) {
    int status = success;
    std::string line;
    Line read = Line::end;
    for (std::size_t number = 1; (read = read_line(io.in, line)) != Line::end; ++number) {
        const auto refuse = [&](const std::string& why) {
            io.out << unread << '\n';
            say(io.err, "unwinnable: line " + std::to_string(number) + why);
            status = bad_input;
        };
        if (read == Line::too_long) {
            skip_rest_of_line(io.in);
            refuse(" is too long to be a position");
            continue;
        }
        if (line.ends_with('\r')) line.pop_back();
        const auto start = line.find_first_not_of(" \t");
        if (start == std::string::npos || line[start] == '#') continue;
        if (const auto position = chess::Position::from_fen(completed(line)))
            io.out << letters(*position, options.limit) << '\n';
        else
            refuse(": " + position.error());
    }
    return status;
}

} // namespace adoube::tools
