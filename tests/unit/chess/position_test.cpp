#include "daemon/chess/position.hpp"

#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <algorithm>
#include <vector>

using namespace adoube::chess;

namespace {

bool can_play(const Position& position, std::string_view uci) {
    return position.move_from_uci(uci).has_value();
}

std::string after(const Position& position, std::string_view uci) {
    const auto move = position.move_from_uci(uci);
    return move ? position.after(*move).fen() : "not legal";
}

struct Castling {
    const char* why;
    const char* fen;
    const char* uci; // king takes rook
    const char* after;
};

const std::vector<Castling> castlings{
    {"normal, king's side", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 9"},
    {"normal, queen's side", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
    {"Black", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8h8", "r4rk1/8/8/8/8/8/8/4K3 w - - 1 2"},
    {"through check", "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1h1", "not legal"},
    {"into check", "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "e1h1", "not legal"},
    {"out of check", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1a1", "not legal"},
    {"only the rook passes an attacked square", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1",
     "1r2k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
    {"a piece in between", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1a1", "not legal"},
    {"no right left", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", "not legal"},
    {"960: another rook stands where the rook would go", "4k3/8/8/8/8/8/8/5RKR w H - 0 1", "g1h1",
     "not legal"},
    {"960: the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"960: another rook stands where the king would go", "4k3/8/8/8/8/8/8/2RRK3 w D - 0 1", "e1d1",
     "not legal"},
    {"960: the rook stays, the king goes over it", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1",
     "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
    {"960: king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1",
     "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"960: the rook leaves and bares the king", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", "not legal"},
    {"960: the rook leaves, nobody behind it", "4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "c1b1",
     "4k3/8/8/8/8/8/8/b1KR4 b - - 1 1"},
    {"960: a long way through check", "4k3/8/8/8/8/8/4r3/1K5R w H - 0 1", "b1h1", "not legal"},
    {"960: a long way", "4k3/8/8/8/8/8/1r6/K6R w H - 0 1", "a1h1", "not legal"},
    {"960: a long way, not attacked", "4k3/8/8/8/8/7r/8/K6R w H - 0 1", "a1h1",
     "4k3/8/8/8/8/7r/8/5RK1 b - - 1 1"},
};

} // namespace

TEST_CASE("castling is legal exactly where 3.8.2 and Guideline II allow it") {
    for (const Castling& castling : castlings) {
        CAPTURE(castling.why, castling.fen);
        CHECK(after(from_fen(castling.fen), castling.uci) == castling.after);
    }
}

TEST_CASE("castling rights end with a move of king or rook, and with the rook's capture") {
    const Position position = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(after(position, "e1e2") == "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
    CHECK(after(position, "a1a2") == "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1");
    CHECK(after(position, "h1h8") == "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

TEST_CASE("en passant leaves no king in check") {
    const std::vector<Castling> cases{
        {"free", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {"both pawns leave the rank of king and rook", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6",
         "not legal"},
        {"pinned on the file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "not legal"},
        {"pinned, but it stays on the diagonal", "4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", "e5d6",
         "4k3/2b5/3P4/8/8/6K1/8/8 b - - 0 1"},
        {"the victim hid the king from a bishop", "4k3/b7/8/2PpP3/3K4/8/8/8 w - d6 0 1", "e5d6",
         "4k3/b7/3P4/2P5/3K4/8/8/8 b - - 0 1"},
        {"the victim gives the check", "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6",
         "4k3/8/3P4/8/4K3/8/8/8 b - - 0 1"},
        {"it stops another check", "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "e5d6",
         "3rk3/8/3P4/8/8/8/8/3K4 b - - 0 1"},
        {"it does not stop another check", "4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "e5d6", "not legal"},
    };
    for (const Castling& passing : cases) {
        CAPTURE(passing.why, passing.fen);
        CHECK(after(from_fen(passing.fen), passing.uci) == passing.after);
    }
}

TEST_CASE("a pawn of two squares can be taken only at once") {
    Position position = from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    position.play(*position.move_from_uci("d7d5"));
    CHECK(position.en_passant() == square_from("d6"));
    CHECK(can_play(position, "e5d6"));
    position.play(*position.move_from_uci("e1e2"));
    position.play(*position.move_from_uci("e8e7"));
    CHECK_FALSE(can_play(position, "e5d6"));
}

TEST_CASE("counters count as Articles 9.3 and FEN want") {
    Position position = from_fen("4k3/7p/8/8/8/8/7P/R3K3 w Q - 30 40");
    const auto play = [&](const char* uci) {
        position.play(*position.move_from_uci(uci));
        return std::pair(position.halfmove_clock(), position.fullmove_number());
    };
    CHECK(play("a1a8") == std::pair(31, 40));
    CHECK(play("e8e7") == std::pair(32, 41));
    CHECK(play("h2h4") == std::pair(0, 41));
    CHECK(play("h7h5") == std::pair(0, 42));
    CHECK(play("a8h8") == std::pair(1, 42));
    CHECK(play("e7e6") == std::pair(2, 43));
    CHECK(play("h8h5") == std::pair(0, 43));
}

TEST_CASE("UCI moves are read in both forms of castling and never guessed") {
    const Position castling = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(castling.move_from_uci("e1g1") == castling.move_from_uci("e1h1"));
    CHECK(castling.move_from_uci("e1c1")->kind == MoveKind::castling);
    CHECK(to_uci(*castling.move_from_uci("e1c1")) == "e1c1");
    CHECK(to_uci(*castling.move_from_uci("e1c1"), true) == "e1a1");
    const Position chess960 = from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    CHECK(chess960.move_from_uci("f1g1")->kind == MoveKind::normal);
    CHECK(chess960.move_from_uci("f1h1")->kind == MoveKind::castling);
    const Position promotion = from_fen("8/P7/8/8/8/8/k7/4K3 w - - 0 1");
    CHECK(promotion.move_from_uci("a7a8n")->promoted == PieceType::knight);
    for (const char* wrong :
         {"", "a7a8", "a7a8k", "a7a8p", "a7a9q", "e1e1", "e1e3", "0000", "e1e2q", "e1e2 "})
        CHECK_FALSE(promotion.move_from_uci(wrong));
}

TEST_CASE("what-if questions with the other side to move are answered without taking kings") {
    const Position position = from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    CHECK(position.in_check());
    const Position turned = position.with_to_move(Side::black);
    CHECK(turned.to_move() == Side::black);
    CHECK(turned.is_attacked(turned.king(Side::white), Side::black));
    const MoveList moves = turned.legal_moves();
    CHECK(moves.size() > 20);
    for (const Move move : moves) CHECK(move.to != turned.king(Side::white));
    CHECK(position.with_to_move(Side::white) == position);
}

TEST_CASE("the squares tell what stands on them") {
    const Position position = Position::start();
    CHECK(position.at(*square_from("e1")) == Piece{Side::white, PieceType::king});
    CHECK(position.at(*square_from("d8")) == Piece{Side::black, PieceType::queen});
    CHECK_FALSE(position.at(*square_from("e4")));
    CHECK(position.king(Side::black) == square_from("e8"));
    CHECK(std::popcount(position.occupied()) == 32);
    CHECK(position.is_attacked(*square_from("f3"), Side::white));
    CHECK_FALSE(position.is_attacked(*square_from("f3"), Side::black));
    CHECK(std::popcount(position.castling_rooks(Side::white)) == 2);
}

TEST_CASE("a pinned piece still attacks") {
    const Position position = from_fen("4k3/8/8/8/4r3/8/4R3/4K3 b - - 0 1");
    CHECK(position.is_attacked(*square_from("e3"), Side::black));
    CHECK(position.is_attacked(*square_from("a4"), Side::black));
    CHECK_FALSE(can_play(position, "e4a4"));
}

TEST_CASE("an illegal move leaves another position, or one that nobody can go on from") {
    const auto left = [](const char* fen, const char* uci, PieceType promoted = PieceType::pawn) {
        const std::string_view squares(uci);
        const auto kind = promoted == PieceType::pawn ? MoveKind::normal : MoveKind::promotion;
        const auto next = from_fen(fen).after_illegal(
            {*square_from(squares.substr(0, 2)), *square_from(squares.substr(2)), kind, promoted});
        return next ? next->fen() : "none";
    };
    constexpr auto castles = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 7 20";
    CHECK(left(castles, "a1b3") == "r3k2r/p6p/8/8/8/1R6/P6P/4K2R b Kkq - 8 20");
    CHECK(left(castles, "e1e3") == "r3k2r/p6p/8/8/8/4K3/P6P/R6R b kq - 8 20");
    CHECK(left(castles, "a2h8") == "none"); // a pawn on the last rank
    CHECK(left(castles, "a2h8", PieceType::queen) == "r3k2Q/p6p/8/8/8/8/7P/R3K2R b KQq - 0 20");
    CHECK(left(castles, "a1e8") == "none"); // a king taken
    CHECK(left(castles, "e1e7") == "none"); // kings side by side
    CHECK(left("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", "e5e7") == "4k3/3pP3/8/8/8/8/8/4K3 b - - 0 1");
    const auto attacked =
        from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").after_illegal({*square_from("e2"), *square_from("c3")});
    REQUIRE(attacked);
    CHECK(attacked->king_can_be_taken());
    CHECK_FALSE(Position::start().king_can_be_taken());
}
