#include "tests/unit/chess/random_positions.hpp"

#include "tests/unit/chess/from_fen.hpp"

#include <algorithm>
#include <array>
#include <string>

using namespace adoube::chess;

namespace {

std::string chess960_back_rank(Random& random) {
    std::string rank(8, '.');
    const auto put = [&](char piece, std::size_t nth_free) {
        for (char& square : rank)
            if (square == '.' && nth_free-- == 0) {
                square = piece;
                return;
            }
    };
    rank[pick(random, 4) * 2] = 'b';
    rank[pick(random, 4) * 2 + 1] = 'b';
    put('q', pick(random, 6));
    put('n', pick(random, 5));
    put('n', pick(random, 4));
    for (const char piece : {'r', 'k', 'r'}) put(piece, 0);
    return rank;
}

std::string upper(std::string text) {
    for (char& letter : text) letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

} // namespace

Position random_start(Random& random) {
    static constexpr std::array rich{
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r1r1k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1R1K1R1 w GCgc - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
        "7k/8/8/8/8/8/4QP2/K7 w - - 0 1",
    };
    const auto which = pick(random, 3);
    if (which == 0) return Position::start();
    if (which == 1) return from_fen(rich[pick(random, rich.size())]);
    const std::string black = chess960_back_rank(random), white = chess960_back_rank(random);
    return from_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + upper(white) + " w KQkq - 0 1");
}

Position random_placement(Random& random) {
    for (;;) {
        std::array<char, 64> board; // FEN order
        board.fill('1');
        const auto throw_on = [&](char piece, std::size_t first, std::size_t squares) {
            board[first + pick(random, squares)] = piece;
        };
        for (auto left = pick(random, 14); left > 0; --left)
            throw_on("QRBNPPPPqrbnpppp"[pick(random, 16)], 0, 64);

        std::string rights = "-", passing = "-";
        const bool white = pick(random, 2) == 0, castling = pick(random, 2) == 0;
        if (castling) {
            rights = std::array{"K", "Q", "kq", "KQkq"}[pick(random, 4)];
            for (int n = 0; n < 2; ++n) throw_on('r', 0, 8), throw_on('R', 56, 8);
        }
        if (pick(random, 2) == 0) {
            const std::size_t file = pick(random, 7) + 1, rank = white ? 3 : 4;
            board[rank * 8 + file] = white ? 'p' : 'P';
            board[rank * 8 + file - 1] = white ? 'P' : 'p';
            passing = {static_cast<char>('a' + file), white ? '6' : '3'};
        }
        throw_on('k', 0, castling ? 8 : 64);
        throw_on('K', castling ? 56 : 0, castling ? 8 : 64);

        std::string fen;
        for (std::size_t at = 0; at < 64; ++at) {
            if (at != 0 && at % 8 == 0) fen += '/';
            fen += board[at];
        }
        fen += white ? " w " : " b ";
        fen += rights;
        fen += ' ';
        fen += passing;
        const auto position = Position::from_fen(fen);
        if (position) return *position;
    }
}
