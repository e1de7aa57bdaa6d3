#include "squares.hpp"
#include "tests/catch.hpp"
#include "tests/simple_hands.hpp"
#include "tests/tier.hpp"

using namespace adoube;
using dgt_port::changes_between;
using dgt_port::Squares;

namespace {

/// "e2- e4P": lifted from e2, a white pawn put on e4.
std::string in_words(const std::vector<dgt_port::SquareChange>& changes) {
    std::string text;
    for (const auto& [square, piece] : changes)
        text += (text.empty() ? "" : " ") + to_string(square) + (piece ? chess::to_char(*piece) : '-');
    return text;
}

} // namespace

TEST_CASE("a whole move is not shown in the order in which a hand would make it") {
    const struct {
        const char *fen, *move, *changes;
    } table[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", "e2- e4P"},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5", "d5- e4- d5P"},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6", "f5- e5- f6P"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1- g1K h1- f1R"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8- c8k a8- d8r"},
        {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N+", "d8- e7- d8N"},
    };
    for (const auto& [fen, move, changes] : table) {
        const auto position = chess::Position::from_fen(fen);
        REQUIRE(position);
        const auto after = position->after(tests::moves_of(move, *position).at(0));
        CHECK(in_words(changes_between(tests::squares_of(*position), tests::squares_of(after))) == changes);
    }
}

TEST_CASE("changes between any two boards put a piece on another, lift nothing, or do not lead there") {
    std::mt19937_64 random(tests::seed(31));
    const auto any_board = [&] {
        Squares squares;
        for (auto& square : squares)
            if (random() % 3 == 0) square = chess::piece_from_char("pnbrqkPNBRQK"[random() % 12]);
        return squares;
    };
    for (int tried = 0; tried < tests::many({2000, 50'000}); ++tried) {
        auto board = any_board();
        auto after = random() % 2 ? any_board() : board;
        if (after == board) std::swap(after[random() % 64], after[random() % 64]);
        for (const auto& change : changes_between(board, after)) {
            auto& square = board[static_cast<std::size_t>(change.square)];
            REQUIRE(square.has_value() != change.piece.has_value());
            square = change.piece;
        }
        REQUIRE(board == after);
    }
}
