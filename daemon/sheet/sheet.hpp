#pragma once
// The scoresheet of a game as players know it: header, moves in two columns, result, signatures. Pure;
// page.hpp and pdf.hpp show it.
//
// Article 8.1 lets a sheet hold moves, clock times, draw offers as (=), claims and other relevant data.
// Whether it may hold more than the moves and times is for the maker: public_sheet.hpp, record_sheet.hpp.

#include "daemon/chess/notation/notation.hpp"
#include "daemon/chess/notation/pgn.hpp"

#include <string_view>

namespace adoube::sheet {

/// What is to be written down.
struct Written {
    std::string id;                       // of the game
    chess::PgnGame game;                  // its comment is not shown
    std::string in_play_at{};             // "15:04", of a game that goes on; empty: it is not marked so
    std::string time_control;             // in words; empty: not shown
    std::vector<std::size_t> draw_offers; // plies, 0 = the first, that (=) is noted at
    std::vector<std::string> notes;       // a sentence each
    std::string code;                     // content of the QR code; empty: none
    std::string code_says;                // what it is, beside it
};

struct Options {
    chess::Notation letters; // default_letters()
    bool times = true;
    std::optional<chess::Side> of; // whose sheet it is; empty: one for both
};

chess::Notation default_letters();
/// "de": that language's letters; "figurines"; "descriptive" (Spanish), "descriptive-pt", "descriptive-fr".
/// The error is one sentence.
std::expected<chess::Notation, std::string> letters_named(std::string_view name);

struct Half {
    std::string move;  // with (=); empty: not made
    std::string clock; // "1:29:30"; empty: not known or not wanted
};

/// Number, White's and Black's; where Black begins White's is "…".
struct Row {
    int number = 1;
    Half white, black;
};

struct Player {
    std::string name;   // "?" if not known
    std::string detail; // "GM · 2700 · NOR · FIDE 1503014 · Team"; may be empty
};

struct Field {
    std::string name, value;
    std::string_view key{}; // of the name, in web/language-en.js
};

struct Sheet {
    std::string id;
    std::string whose;         // "White's sheet"; empty: of both
    std::string event;         // may be empty
    std::vector<Field> fields; // Round, Board, Date, Place, Time control: those known
    Player white, black;
    std::string start; // a position other than the normal start, in words
    bool times = false;
    std::vector<Row> rows;
    std::string result;  // "1–0", "½–½"; empty: none yet
    std::string in_play; // "In play at 15:04"; empty: it is over, or nobody says
    std::vector<std::string> notes;
    std::string code, code_says;
};

/// Two columns of thirty: a page of a long game has as many moves as a paper sheet.
inline constexpr std::size_t rows_in_column = 30, columns = 2, rows_on_page = rows_in_column * columns;

/// At least 1; rows beyond a page go on on the next.
std::size_t pages_of(const Sheet& sheet);

/// `written.game.moves` must be legal in sequence.
Sheet lay_out(const Written& written, const Options& options);

/// What the sheet says of itself.
inline constexpr std::string_view about_itself =
    "Printed from the board’s record. Not a certified electronic scoresheet (Article 8.1.1.2).";

} // namespace adoube::sheet
