#include "daemon/chess/game.hpp"

#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <sstream>

using namespace adoube::chess;

namespace {

void play(Game& game, const std::string& line) {
    std::istringstream words(line);
    for (std::string san; words >> san;) {
        const auto move = move_from_san(game.position(), san);
        if (!move) FAIL(move.error());
        game.play(*move);
    }
}

} // namespace

TEST_CASE("results are written as PGN writes them") {
    for (const Result result : {Result::open, Result::white_wins, Result::black_wins, Result::draw})
        CHECK(result_from(to_string(result)) == result);
    CHECK(to_string(Result::draw) == "1/2-1/2");
    CHECK_FALSE(result_from("1-1"));
}

TEST_CASE("a game knows its positions by ply and takes moves back") {
    Game game;
    play(game, "e4 e5 Nf3 Nc6");
    CHECK(game.moves().size() == 4);
    CHECK(game.position_at(0) == Position::start());
    CHECK(game.position_at(4) == game.position());
    CHECK(game.position_at(2).fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    game.take_back();
    CHECK(game.position() == game.position_at(3));
    CHECK(game.moves().size() == 3);
    game.take_back(2);
    play(game, "c5");
    CHECK(game.position().fen() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    game.take_back(99);
    CHECK(game.moves().empty());
    CHECK(game.position() == game.start());
}

TEST_CASE("a position repeats only with the same side to move") {
    Game game;
    CHECK(game.repetitions() == 1);
    play(game, "Nf3 Nf6 Ng1 Ng8");
    CHECK(game.repetitions() == 2);
    play(game, "Nf3 Nf6 Ng1 Ng8");
    CHECK(game.repetitions() == 3);
    play(game, "Nf3");
    CHECK(game.repetitions() == 3);
    Game later = game;
    play(later, "Nf6 Ng1");
    CHECK(game.times(later.position()) == 2);
    play(game, "Nc6");
    CHECK(game.repetitions() == 1);
    // The start position, but White has lost a tempo by triangulation.
    Game triangle(from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    play(triangle, "Kd1 Kd8 Kd2 Ke8 Ke1");
    CHECK(triangle.position().pieces(Side::white) == triangle.start().pieces(Side::white));
    CHECK(triangle.repetitions() == 1);
}

TEST_CASE("a lost castling right makes another position of the same pieces") {
    Game game(from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    play(game, "Rg1 Kd8 Rh1 Ke8");
    CHECK(game.repetitions() == 1);
    play(game, "Rg1 Kd8 Rh1 Ke8");
    CHECK(game.repetitions() == 2);
}

TEST_CASE("en passant makes another position only where it is a legal move") {
    SECTION("nobody could take") {
        Game game;
        play(game, "e4 Nf6 Nf3 Ng8 Ng1");
        CHECK(game.repetitions() == 2);
    }
    SECTION("the pawn could be taken the first time") {
        Game game(from_fen("4k3/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1"));
        play(game, "d5 Nf3 Ke7 Ng1 Ke8");
        CHECK(game.repetitions() == 1);
        play(game, "Nf3 Ke7 Ng1 Ke8");
        CHECK(game.repetitions() == 2);
    }
    SECTION("the taking pawn was pinned") {
        Game game(from_fen("4r1k1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1"));
        play(game, "d5 Nf3 Kg7 Ng1 Kg8");
        CHECK(game.repetitions() == 2);
    }
    SECTION("both pawns would leave the rank of king and rook") {
        Game game(from_fen("6k1/3p4/8/K3P2r/8/8/8/6N1 b - - 0 1"));
        play(game, "d5 Nf3 Kg7 Ng1 Kg8");
        CHECK(game.repetitions() == 2);
    }
}

TEST_CASE("pawn moves and captures end what can repeat") {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 e3 e6 Nf3 Nf6 Ng1 Ng8");
    CHECK(game.position().halfmove_clock() == 4);
    CHECK(game.repetitions() == 2);
}

TEST_CASE("mate and stalemate are told apart") {
    Game mate;
    play(mate, "f3 e5 g4 Qh4#");
    CHECK(mate.is_checkmate());
    CHECK_FALSE(mate.is_stalemate());
    Game stalemate(from_fen("7k/8/5KQ1/8/8/8/8/8 b - - 0 1"));
    CHECK(stalemate.is_stalemate());
    CHECK_FALSE(stalemate.is_checkmate());
    CHECK_FALSE(Game().is_stalemate());
}
