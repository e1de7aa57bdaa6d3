#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/games/notate.hpp"

using namespace adoube;
using namespace adoube::tools;

namespace {

tests::Said notate(const std::string& games, const std::string& style, const std::string& language,
                   bool to_pgn = false) {
    const NotateOptions options{.games = "-", .style = style, .language = language, .to_pgn = to_pgn};
    return tests::run(run_notate, options, games);
}

const std::string short_game = "[White \"Réti\"]\n\n1. e4 e5 2. Nf3 {a comment} d6 3. Bc4 1-0\n";

} // namespace

TEST_CASE("notate prints tags, a line for each number, and the result") {
    const auto ran = notate(short_game, "fide", "ru");
    CHECK(ran.status == 0);
    CHECK(ran.out.starts_with("[Event \"?\"]\n"));
    CHECK(ran.out.find("[White \"Réti\"]\n") != std::string::npos);
    CHECK(ran.out.ends_with("\n\n1.   e4            e5\n"
                            "2.   Кf3           d6\n"
                            "3.   Сc4\n1-0\n\n"));
}

TEST_CASE("notate begins a game of Black's move in Black's column") {
    const auto ran = notate("[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 b - - 0 7\"]\n\n7... e5 8. Kd2 *\n",
                            "descriptive", "pt");
    CHECK(ran.out.ends_with("\n\n7.                 P4R\n8.   R2D\n*\n\n"));
}

TEST_CASE("notate as JSON loses a game, a move, a clock, or the notation that was asked for") {
    const NotateOptions options{
        .games = "-", .style = "san", .language = "ru", .to_pgn = false, .json = true};
    const auto ran =
        tests::run(run_notate, options, short_game + "[White \"A\"]\n\n1. d4 {[%clk 1:30:00]} d5 *\n");
    CHECK(ran.status == 0);
    std::istringstream lines(ran.out);
    std::string first, second, more;
    std::getline(lines, first);
    std::getline(lines, second);
    CHECK_FALSE(std::getline(lines, more));
    CHECK(first.ends_with(
        R"("moves":["e4","e5","Кf3","d6","Сc4"],"clocks_ms":[null,null,null,null,null],"result":"1-0"})"));
    CHECK(first.find(R"("White":"Réti")") != std::string::npos);
    CHECK(second.ends_with(R"("moves":["d4","d5"],"clocks_ms":[5400000,null],"result":"*"})"));
}

TEST_CASE("what notate prints comes back as the same PGN, in each style") {
    const std::vector<std::pair<std::string, std::string>> notations{
        {"san", "en"}, {"fide", "ru"}, {"long", "figurine"}, {"descriptive", "pt"}};
    for (const auto& [style, language] : notations) {
        CAPTURE(style);
        std::string pgn;
        for (const auto seed : tests::seeds({20, 100})) pgn += chess::to_pgn(random_game(seed));
        const auto there = notate(pgn, style, language);
        REQUIRE(there.status == 0);
        const auto back = notate(there.out, style, language, true);
        CHECK(back.err.empty());
        CHECK(back.out == pgn);
    }
}

TEST_CASE("notate reads what is typed in without tags, game after game") {
    const auto ran = notate("1. P4R  P4R\r\n2. C3BR C3BD (=)\n1/2-1/2\n1.P4R P4TD 2. P5R P4D 3. PxP e.p.\n",
                            "descriptive", "pt", true);
    CHECK(ran.out.find("\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n") != std::string::npos);
    CHECK(ran.out.find("\n1. e4 a5 2. e5 d5 3. exd6 *\n") != std::string::npos);
}

TEST_CASE("notate takes signs apart from their moves, and castling for no number") {
    const auto ran =
        notate("1 e4 ! e5 ?! 2 Nf3 Nc6 3 Bc4 (=) Bc5 4 00 Nf6 5 b4 Bxb4 6 Bxf7 +", "san", "en", true);
    CHECK(ran.err.empty());
    CHECK(ran.out.find("4. O-O Nf6 5. b4 Bxb4 6. Bxf7+ *\n") != std::string::npos);
}

TEST_CASE("notate names a game that cannot be read by its line, and goes on with the next") {
    const auto ran = notate("1. P4R P4R\n2. C3B\n*\n\n[White \"A\"]\n[FEN \"x\"]\n\n*\n1. P4D *\n",
                            "descriptive", "pt", true);
    CHECK(ran.status == 2);
    CHECK(ran.err.starts_with("-:2: \"C3B\" fits more than one legal move: C3BD, C3BR.\n-:6: The FEN tag"));
    CHECK(ran.out.find("\n1. d4 *\n") != std::string::npos);
}

TEST_CASE("notate refuses a notation that is not there, and a file too") {
    const auto ran = notate(short_game, "fide", "xx");
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.starts_with("notate: The language \"xx\" is not known; there are "));
    for (const bool to_pgn : {false, true}) {
        std::istringstream in;
        std::ostringstream out, err;
        const NotateOptions options{
            .games = "no/such.pgn", .style = "fide", .language = "en", .to_pgn = to_pgn};
        CHECK(run_notate(options, {in, out, err}) == 2);
        CHECK(err.str() == "no/such.pgn: cannot be read: No such file or directory\n");
    }
}
