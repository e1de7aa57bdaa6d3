#include "daemon/chess/position.hpp"

#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <vector>

using namespace adoube::chess;

namespace {

struct Pair {
    std::string given, answer;
};

const std::vector<Pair> read_and_written{
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    // Counters absent, or moves from 0.
    {"4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
    {"4k3/8/8/8/8/8/8/4K3 b - - 99 0", "4k3/8/8/8/8/8/8/4K3 b - - 99 1"},
    {"  4k3/8/8/8/8/8/8/4K3  b - -   0 60 ", "4k3/8/8/8/8/8/8/4K3 b - - 0 60"},
    {"4k3/44/8/8/8/8/8/11K11111 b - -", "4k3/8/8/8/8/8/8/2K5 b - - 0 1"},
    // En passant only where the capture is legal.
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
    {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/2ppP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/2ppP3/8/8/4K3 b - e3 0 1"},
    // Shredder-FEN castling letters; in X-FEN the outermost rook is meant.
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQ - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1"},
    {"1r2kr1r/8/8/8/8/8/8/RR2K1RR w GBfb - 0 1", "1r2kr1r/8/8/8/8/8/8/RR2K1RR w GBfq - 0 1"},
    {"1r2kr1r/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", "1r2kr1r/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1"},
    {"r3k3/8/8/8/8/8/8/3RK3 w Dq - 0 1", "r3k3/8/8/8/8/8/8/3RK3 w Qq - 0 1"},
    // Outer rooks of either side that may not castle do not matter.
    {"4k3/8/8/8/8/8/8/rR2K2r w Q - 0 1", "4k3/8/8/8/8/8/8/rR2K2r w Q - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
};

const std::vector<Pair> refused{
    {"",
     "The FEN \"\" has 0 instead of 4 to 6 fields: pieces, side to move, castling rights, en passant square, "
     "and two counters that may be absent."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "The FEN \"4k3/8/8/8/8/8/8/4K3 w - …\" has 7 instead of 4 to 6 "
                                        "fields: pieces, side to move, castling rights, "
                                        "en passant square, and two counters that may be absent."},
    {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "The FEN has 9 ranks instead of 8."},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", "The FEN has 7 ranks instead of 8."},
    {"4k3/8/9/8/8/8/8/4K3 w - - 0 1", "The letter \"9\" on rank 6 of the FEN is no piece."},
    {"4k3/8/0/8/8/8/8/4K3 w - - 0 1", "The letter \"0\" on rank 6 of the FEN is no piece."},
    {"4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", "The letter \"x\" on rank 4 of the FEN is no piece."},
    {"4k3/8/8/8/\xc3\xb8"
     "7/8/8/4K3 w - - 0 1",
     "The letter \"?\" on rank 4 of the FEN is no piece."},
    {"4k3/8/8/8/pppppppp1/8/8/4K3 w - - 0 1", "There are 9 squares on rank 4 of the FEN instead of 8."},
    {"4k3/8/8//8/8/8/4K3 w - - 0 1", "There are 0 squares on rank 5 of the FEN instead of 8."},
    {"4k3/8/8/88888888/8/8/8/4K3 w - - 0 1", "There are 64 squares on rank 5 of the FEN instead of 8."},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king instead of one."},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings instead of one."},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn stands on h8, where no pawn can be."},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "A pawn stands on a1, where no pawn can be."},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "The side to move is \"W\" instead of \"w\" or \"b\"."},
    {"4k3/8/8/8/8/8/8/4K3 w x - 0 1", "The castling right \"x\" is unknown."},
    {"4k3/8/8/8/8/8/8/4K3 w K- - 0 1", "The castling right \"K\" has no rook that could castle."},
    {"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "The castling right \"-\" is unknown."},
    {"4k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "The castling right \"q\" has no rook that could castle."},
    {"4k3/8/8/8/8/8/8/R3K2R w G - 0 1", "The castling right \"G\" has no rook that could castle."},
    {"4k3/8/8/8/8/8/8/4K2r w K - 0 1", "The castling right \"K\" has no rook that could castle."},
    {"4k3/8/8/8/8/8/4K3/R6R w K - 0 1",
     "The castling right \"K\" is given to a king that is not on its first rank."},
    {"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
     "The castling right \"H\" is the second on the same side of the king."},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "The en passant square \"e9\" is no square."},
    {"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
     "The en passant square \"e3\" is not on rank 6, where White could capture."},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",
     "The en passant square \"d6\" is not on rank 3, where Black could capture."},
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
     "The en passant square \"d6\" does not lie behind a pawn that has just moved two squares."},
    {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
     "The en passant square \"d6\" does not lie behind a pawn that has just moved two squares."},
    {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "The en passant square \"d6\" does not lie behind a pawn that has just moved two squares."},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", "White is in check, but Black is to move."},
    {"4k3/8/8/8/8/8/4k3/4K3 w - - 0 1", "Black has 2 kings instead of one."},
    {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "Black is in check, but White is to move."},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "The halfmove clock \"-1\" is no number from 0 to 9999."},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "The halfmove clock \"x\" is no number from 0 to 9999."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1.", "The move number \"1.\" is no number from 1 to 9999."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
     "The move number \"99999999999999999999\" is no number from 1 to 9999."},
};

} // namespace

TEST_CASE("FEN is read in all its forms and written as X-FEN") {
    for (const auto& [given, written] : read_and_written) {
        CAPTURE(given);
        const Position position = from_fen(given);
        CHECK(position.fen() == written);
        CHECK(from_fen(written) == position);
    }
}

TEST_CASE("a FEN that cannot be played on is refused with a sentence that names why") {
    for (const auto& [given, sentence] : refused) {
        CAPTURE(given);
        const auto position = Position::from_fen(given);
        REQUIRE_FALSE(position);
        CHECK(position.error() == sentence);
    }
}

TEST_CASE("Chess960 shows in kings and rooks that may still castle") {
    CHECK_FALSE(Position::start().is_chess960());
    CHECK_FALSE(from_fen("4k3/8/8/8/8/8/8/1R3KR1 w - - 0 1").is_chess960());
    CHECK_FALSE(from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").is_chess960());
    CHECK(from_fen("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1").is_chess960());
    CHECK(from_fen("rk5r/8/8/8/8/8/8/R3K2R w KQq - 0 1").is_chess960());
    CHECK(from_fen("4k3/8/8/8/8/8/8/R3K1RR w G - 0 1").is_chess960());
}
