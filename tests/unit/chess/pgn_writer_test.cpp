#include "daemon/chess/notation/pgn.hpp"

#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <sstream>

using namespace adoube::chess;

namespace {

PgnGame game_of(const std::string& line, const Position& start = Position::start()) {
    PgnGame game;
    game.start = start;
    Position position = start;
    std::istringstream words(line);
    for (std::string san; words >> san;) {
        const auto move = move_from_san(position, san);
        if (!move) FAIL(move.error());
        game.moves.push_back({*move, std::nullopt, std::nullopt});
        position.play(*move);
    }
    return game;
}

const std::string unknown_roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                                   "[White \"?\"]\n[Black \"?\"]\n";

} // namespace

TEST_CASE("a game of which nothing is known has the seven tags and its result") {
    CHECK(to_pgn(PgnGame{}) == unknown_roster + "[Result \"*\"]\n\n*\n\n");
}

TEST_CASE("tags are the seven-tag roster in its order, then the others by ASCII") {
    PgnGame game = game_of("e4 c5");
    game.tags = {{"Black", "B, \"the\" b\\"}, {"White", "A"},       {"Site", ""},
                 {"annotator", "z"},          {"WhiteElo", "2500"}, {"ECO", "B20"},
                 {"Date", "1972.07.11"},      {"TimeControl", "-"}, {"no name", "left out"},
                 {"Line", "one\ntwo"}};
    game.result = Result::draw;
    CHECK(to_pgn(game) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"1972.07.11\"]\n[Round \"?\"]\n[White \"A\"]\n"
          "[Black \"B, \\\"the\\\" b\\\\\"]\n[Result \"1/2-1/2\"]\n[ECO \"B20\"]\n"
          "[Line \"one two\"]\n[TimeControl \"-\"]\n[WhiteElo \"2500\"]\n[annotator \"z\"]\n\n"
          "1. e4 c5 1/2-1/2\n\n");
}

TEST_CASE("clock and move time stand in one comment, and Black's number comes back after it") {
    PgnGame game = game_of("e4 e5 Nf3 Nc6");
    game.moves[0].clock_ms = 5399999;
    game.moves[1].clock_ms = 36000000;
    game.moves[1].elapsed_ms = 1500;
    game.moves[2].elapsed_ms = 61000;
    game.moves[3].clock_ms = -61000;
    game.result = Result::white_wins;
    CHECK(to_pgn(game) == unknown_roster +
                              "[Result \"1-0\"]\n\n"
                              "1. e4 {[%clk 1:29:59]} 1... e5 {[%clk 10:00:00] [%emt 0:00:01]} 2. Nf3\n"
                              "{[%emt 0:01:01]} 2... Nc6 {[%clk 0:00:00]} 1-0\n\n");
}

TEST_CASE("a game that does not start at the start position carries its FEN") {
    const PgnGame game = game_of("Kd7 Kd2", from_fen("4k3/8/8/8/8/8/8/4K3 b - - 12 40"));
    CHECK(to_pgn(game) == unknown_roster + "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 12 40\"]\n"
                                           "[SetUp \"1\"]\n\n40... Kd7 41. Kd2 *\n\n");
}

TEST_CASE("a Chess960 game says so and carries its FEN even from the normal start") {
    PgnGame game;
    game.chess960 = true;
    const std::string text = to_pgn(game);
    CHECK(text.find("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n"
                    "[Variant \"Chess960\"]\n") != std::string::npos);
}

TEST_CASE("a comment before the first move is lost, ends too soon, or makes a long line") {
    PgnGame game = game_of("Kd7", from_fen("4k3/8/8/8/8/8/8/4K3 b - - 12 40"));
    game.comment = "1. e4 e5 2. Ke1-e3 }and so many words more that they do not fit into one line of it";
    const std::string text = to_pgn(game);
    CHECK(text.ends_with("\n{1. e4 e5 2. Ke1-e3 and so many words more that they do not fit into one line\n"
                         "of it} 40... Kd7 *\n\n"));
    const auto read = PgnReader(text).next();
    REQUIRE((read && *read));
    CHECK((*read)->moves == game.moves);
}

TEST_CASE("no line of movetext has 80 characters or starts or ends with a space") {
    PgnGame game;
    Position position = game.start;
    for (int n = 0; n < 60; ++n)
        for (const char* san : {"Nf3", "Nf6", "Ng1", "Ng8"}) {
            const Move move = *move_from_san(position, san);
            position.play(move);
            game.moves.push_back(
                {move, n % 3 == 0 ? std::optional<std::int64_t>(n * 100'000) : std::nullopt, std::nullopt});
        }
    std::istringstream lines(to_pgn(game));
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        longest = std::max(longest, line.size());
        CHECK(line.size() < 80);
        CHECK_FALSE(line.starts_with(' '));
        CHECK_FALSE(line.ends_with(' '));
    }
    CHECK(longest >= 70);
}
