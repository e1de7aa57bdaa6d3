#include "tools/adoube/games/unwinnable.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <istream>
#include <limits>
#include <ostream>
#include <string>

namespace adoube::tools {

namespace {

namespace json = boost::json;

std::string_view letters(const chess::WhoCanMate& who) {
    using enum chess::Mating;
    const auto [white, black] = who;
    if (white == undecided || black == undecided) return "??";
    if (white == possible) return black == possible ? "WB" : "W-";
    return black == possible ? "-B" : "--";
}

/// Null: undecided.
json::value or_null(chess::Mating mating) {
    return mating == chess::Mating::undecided ? json::value()
                                              : json::value(mating == chess::Mating::possible);
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

class Answers {
  public:
    Answers(const UnwinnableOptions& options, Streams io) : options_(options), io_(io) {}

    void tell(std::size_t line, const chess::Position& position) {
        const auto who = chess::who_can_mate(position, options_.limit);
        if (options_.json)
            put_json(io_.out, json::object{{"line", line},
                                           {"white", or_null(who.white)},
                                           {"black", or_null(who.black)},
                                           {"trouble", nullptr}});
        else
            io_.out << letters(who) << '\n';
    }
    void refuse(std::size_t line, const std::string& why) {
        const auto sentence = "line " + std::to_string(line) + why;
        if (options_.json)
            put_json(
                io_.out,
                json::object{{"line", line}, {"white", nullptr}, {"black", nullptr}, {"trouble", sentence}});
        else
            io_.out << unread << '\n';
        say(io_.err, "unwinnable: " + sentence);
    }

  private:
    const UnwinnableOptions& options_;
    Streams io_;
};

} // namespace

int run_unwinnable(const UnwinnableOptions& options, Streams io) {
    int status = success;
    std::string line;
    Line read = Line::end;
    Progress progress(io, options.json);
    Answers answers(options, io);
    for (std::size_t number = 1; (read = read_line(io.in, line)) != Line::end; ++number) {
        progress.tell(number, 0, "lines");
        if (read == Line::too_long) {
            skip_rest_of_line(io.in);
            answers.refuse(number, " is too long to be a position");
            status = bad_input;
            continue;
        }
        if (line.ends_with('\r')) line.pop_back();
        const auto start = line.find_first_not_of(" \t");
        if (start == std::string::npos || line[start] == '#') continue;
        const auto position = chess::Position::from_fen(completed(line));
        if (!position) status = bad_input;
        position ? answers.tell(number, *position) : answers.refuse(number, ": " + position.error());
    }
    return status;
}

} // namespace adoube::tools
