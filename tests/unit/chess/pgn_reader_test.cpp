#include "daemon/chess/notation/pgn.hpp"

#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/tier.hpp"

#include <ctime>
#include <fstream>
#include <sstream>
#include <vector>

using namespace adoube::chess;

namespace {

/// Each game as UCI moves and result, or "LINE: reason".
std::vector<std::string> read_all(const std::string& text) {
    std::vector<std::string> games;
    PgnReader reader(text);
    while (const auto game = reader.next()) {
        if (!*game) {
            games.push_back(std::to_string(game->error().line) + ": " + game->error().reason);
            continue;
        }
        std::string line;
        for (const PgnMove& move : (*game)->moves) line += to_uci(move.move, (*game)->chess960) + ' ';
        games.push_back(line + std::string(to_string((*game)->result)));
    }
    return games;
}

PgnGame read_one(const std::string& text) {
    PgnReader reader(text);
    const auto game = reader.next();
    REQUIRE(game);
    if (!*game) FAIL(game->error().reason);
    CHECK_FALSE(reader.next());
    return **game;
}

using Games = std::vector<std::string>;

struct Case {
    std::string what, text;
    Games games;
};

const std::vector<Case> cases{
    {"nothing", "", {}},
    {"only space", " \r\n\t\n", {}},
    {"only comments", "{a}\n;b\n% c\n$4", {}},
    {"the least", "*", {"*"}},
    {"without tags", "1. e4 e5 2. Nf3 1-0", {"e2e4 e7e5 g1f3 1-0"}},
    {"numbers in every form", "1.e4 1...e5 2 . Nf3 Nc6 3. ... 0-1", {"e2e4 e7e5 g1f3 b8c6 0-1"}},
    {"two games without tags", "1. e4 1-0 1. d4 0-1\n", {"e2e4 1-0", "d2d4 0-1"}},
    {"CRLF and BOM", "\xef\xbb\xbf[Event \"x\"]\r\n\r\n1. e4\r\ne5 *\r\n", {"e2e4 e7e5 *"}},
    {"NAGs and judgement", "1. e4! $1 e5?? $20$14 2. Nf3 !? Nc6 *", {"e2e4 e7e5 g1f3 b8c6 *"}},
    {"variations in variations",
     "1. e4 (1. d4 d5 (1... Nf6 {(} 2. c4) 2. c4 1-0) 1... e5 *",
     {"e2e4 e7e5 *"}},
    {"comments to the end of the line", "1. e4 ; { d4 (\ne5 *", {"e2e4 e7e5 *"}},
    {"escaped lines", "% 1. d4\n1. e4\n%{\ne5 *", {"e2e4 e7e5 *"}},
    {"a percent sign within a line", "1. e4 % e5 *", {"1: Move 1 of Black: \"%\" is no move."}},
    {"a comment over lines, with a bracket", "1. e4 {a\n\n[b] (} e5 *", {"e2e4 e7e5 *"}},
    {"result only in the tag", "[Result \"0-1\"]\n\n1. e4 e5", {"e2e4 e7e5 0-1"}},
    {"result unknown in the text", "[Result \"0-1\"]\n\n1. e4 *", {"e2e4 0-1"}},
    {"the result of the text goes first", "[Result \"0-1\"]\n\n1. e4 1-0", {"e2e4 1-0"}},
    {"half points as written by hand", "1. e4 \xc2\xbd-\xc2\xbd 1. d4 1/2", {"e2e4 1/2-1/2", "d2d4 1/2-1/2"}},
    {"result in a comment after mate",
     "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#  {0-1}\n",
     {"f2f3 e7e5 g2g4 d8h4 0-1"}},
    {"games that do not end", "[Event \"a\"]\n1. e4 e5\n[Event \"b\"]\n\n1. d4\n", {"e2e4 e7e5 *", "d2d4 *"}},
    {"games without moves", "[Event \"a\"]\n[Round \"1\"]\n\n[Event \"b\"]\n", {"*", "*"}},
    {"a tag twice", "[Event \"a\"]\n[ECO \"A00\"]\n[ECO \"A01\"]\n\n1. e4 *", {"e2e4 *"}},
    {"a Chess960 game",
     "[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n\n1. O-O *",
     {"f1g1 *"}},
    {"Black to move", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd7 *", {"e8d7 *"}},
    {"an illegal move, then a good game",
     "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
     {"4: Move 2 of White: \"Ke3\" is no legal move here.", "d2d4 *"}},
    {"a null move", "1. e4 -- *", {"1: Move 1 of Black: \"--\" is no move."}},
    {"a bad FEN, then a good game",
     "[Event \"a\"]\n[FEN \"8/8/8/8/8/8/8/K6k w\"]\n[Site \"s\"]\n\n1. e4 *\n\n[Event \"b\"]\n1. d4 *",
     {"2: The FEN tag cannot be used. The FEN \"8/8/8/8/8/8/8/K6k w\" has 2 instead of 4 to 6 fields: "
      "pieces, side to move, castling rights, en passant square, and two counters that may be absent.",
      "d2d4 *"}},
    {"a comment never closed, then a good game",
     "[Event \"a\"]\n\n1. e4 {oh\n\n[Event \"b\"]\n\n1. d4 {d} d5 *",
     {"3: The comment that starts here is never closed.", "d2d4 d7d5 *"}},
    {"a comment never closed at the end", "1. e4 {oh", {"1: The comment that starts here is never closed."}},
    {"a variation never closed",
     "[Event \"a\"]\n\n1. e4 (1. d4 *\n\n[Event \"b\"]\n\n1. d4 *",
     {"3: The variation that starts here is never closed.", "d2d4 *"}},
    {"a variation closed twice", "1. e4 (1. d4)) e5 *", {"1: \")\" closes no variation."}},
    {"a tag without its mark, then a good game",
     "[Event \"a]\n[Site \"s\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *",
     {"1: The value of the tag \"Event\" is not closed by a quotation mark.", "d2d4 *"}},
    {"a broken tag among good ones, then a good game",
     "[Event]\n[Site \"s\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *",
     {"1: The tag \"Event\" has no value in quotation marks.", "d2d4 *"}},
    {"faults without an empty line before the next game",
     "[Event \"a\"]\n1. e4 (1. d4 *\n[Event \"b\"]\n1. Ke2 *\n[Event \"c\"]\n[FEN \"x\"]\n[Event \"d\"]\n1. "
     "d4 *",
     {"2: The variation that starts here is never closed.",
      "4: Move 1 of White: \"Ke2\" is no legal move here.",
      "6: The FEN tag cannot be used. The FEN \"x\" has 1 instead of 4 to 6 fields: pieces, side to move, "
      "castling rights, en passant square, and two counters that may be absent.",
      "d2d4 *"}},
    {"a tag without value", "[Event]\n", {"1: The tag \"Event\" has no value in quotation marks."}},
    {"a tag without bracket", "[Event \"a\"\n", {"1: The tag \"Event\" is not closed by \"]\"."}},
    {"a bracket alone", "1. e4 [% e5", {"1: \"[\" is not followed by the name of a tag."}},
    {"no PGN at all",
     "GIF89a\x01\x80\xff\n\xfe and more\n[Event \"b\"]\n\n1. d4 *",
     {"1: Move 1 of White: \"GIF89a???\" is no move.", "d2d4 *"}},
};

} // namespace

TEST_CASE("PGN is read as programs and people write it, and faults name line and reason") {
    for (const auto& [what, text, games] : cases) {
        CAPTURE(what, text);
        CHECK(read_all(text) == games);
    }
}

TEST_CASE("tags come as UTF-8 without what the members hold") {
    const PgnGame game =
        read_one("[ePGN \"0.1;DGT\"]\n[White \"Lar\x8en, B\xf8nt\"] [Black \"Øst\"]\n"
                 "[Site \"a \\\"b\\\" \\\\ \\c\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[Date \"\"]\n\n1-0");
    CHECK(game.tags == decltype(game.tags){{"Event", "?"},
                                           {"Site", "a \"b\" \\ \\c"},
                                           {"Date", "????.??.??"},
                                           {"Round", "?"},
                                           {"White", "Lar\xc2\x8en, B\xc3\xb8nt"},
                                           {"Black", "Øst"},
                                           {"ePGN", "0.1;DGT"}});
    CHECK(game.result == Result::white_wins);
}

TEST_CASE("clock and move time are kept, also apart and broken across lines") {
    const PgnGame game =
        read_one("{[%clk 9:00:00]} 1. e4 {[%clk 00:15:19]} e5 {[%clk\n00:15:27]} {[%emt\r\n 00:00:02]} "
                 "2. Nf3 (2. Nc3 {[%clk 0:00:01]}) {a [%emt 0:01:00.7] [%clk 1:00:00]} Nc6 {[%clk 15:19]} "
                 "(2... d6 {[%clk 0:00:02]}) "
                 "3. Bb5 {[%clk ] [%emt x] [%clk} a6 {[%clk 99999999999:00:00] [%emt -1:00:00]} *");
    REQUIRE(game.moves.size() == 6);
    CHECK(game.moves[0].clock_ms == 919'000);
    CHECK_FALSE(game.moves[0].elapsed_ms);
    CHECK(game.moves[1].clock_ms == 927'000);
    CHECK(game.moves[1].elapsed_ms == 2'000);
    CHECK(game.moves[2].clock_ms == 3'600'000);
    CHECK(game.moves[2].elapsed_ms == 60'000);
    CHECK(game.moves[3].clock_ms == 919'000);
    for (const std::size_t ply : {4, 5}) {
        CHECK_FALSE(game.moves[ply].clock_ms);
        CHECK_FALSE(game.moves[ply].elapsed_ms);
    }
}

TEST_CASE("a faulty game is kept up to its fault") {
    PgnReader reader("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nf3 3. Bb5 1-0\n");
    const auto game = reader.next();
    REQUIRE(game);
    REQUIRE_FALSE(*game);
    CHECK(reader.partial().moves.size() == 3);
    CHECK(reader.partial().tags.at("White") == "A");
    CHECK_FALSE(reader.next());
}

TEST_CASE("a round of a live board program is read whole and comes back unchanged") {
    std::ifstream file(adoube::tests::shared_data("games/otb-round-with-clocks.pgn"), std::ios::binary);
    if (!file) {
        WARN("skipped: " << adoube::tests::shared_data("games") << " is missing");
        return;
    }
    std::stringstream text;
    text << file.rdbuf();
    const std::string pgn = text.str();
    PgnReader reader(pgn);
    int games = 0;
    while (const auto game = reader.next()) {
        if (!*game) FAIL(game->error().line << ": " << game->error().reason);
        ++games;
        CHECK((*game)->moves.size() > 10);
        for (const PgnMove& move : (*game)->moves) CHECK((move.clock_ms || move.elapsed_ms));
        CHECK(read_one(to_pgn(**game)) == **game);
    }
    CHECK(games == 12);
}

TEST_CASE("a game with more moves or tags than any can have is refused, and the next one is read") {
    const auto times = [](int count, const auto& make) {
        std::string text;
        for (int n = 0; n < count; ++n) text += make(n);
        return text;
    };
    const auto shuffle = [](int) { return "Nf3 Nf6 Ng1 Ng8 "; };
    const auto tag = [](int n) { return "[A" + std::to_string(n) + " \"x\"]\n"; };
    CHECK(read_one(times(5000, shuffle) + "*").moves.size() == 20'000);
    CHECK(read_one(times(256, tag) + "\n*").tags.size() >= 256);
    CHECK(read_all(times(5000, shuffle) + "Nf3 *\n\n[Event \"x\"]\n\n1. e4 *") ==
          Games{"1: The game has more than 20000 plies.", "e2e4 *"});
    CHECK(read_all(times(257, tag) + "\n*\n\n[Event \"x\"]\n\n1. e4 *") ==
          Games{"257: The game has more than 256 tags.", "e2e4 *"});
}

TEST_CASE("no text takes long to read or refuse, whatever it is full of") {
    constexpr double longest_s = 20; // CPU time; quadratic code takes hours
    const int bytes = adoube::tests::many({20'000'000, 100'000'000});
    for (const std::string piece :
         {"[", "(", "{", "{ [ ", "[A \"", "[A \"b\"]\n", "1. e5 ", "1. e5 * ", "a", "1. e4 {[%clk ", "$", ";",
          "%\n", "Nf3 Nf6 Ng1 Ng8 ", "e4 (e4 ", ")", "\\", "[Event \"x\"]\n\n1. e4 ( *\n"}) {
        std::string text;
        while (text.size() < static_cast<std::size_t>(bytes)) text += piece;
        CAPTURE(piece);
        const auto began = std::clock();
        PgnReader reader(text);
        while (reader.next()) {
        }
        CHECK(static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC < longest_s);
    }
}
