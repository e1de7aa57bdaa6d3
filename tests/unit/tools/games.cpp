#include "tests/unit/tools/games.hpp"

#include "daemon/chess/notation/san.hpp"

#include <random>
#include <sstream>
#include <stdexcept>

namespace adoube::tools {

chess::PgnGame game_of(std::string_view moves, chess::Result result, const chess::Position& start) {
    chess::PgnGame game;
    game.start = start;
    game.result = result;
    chess::Position position = start;
    std::istringstream words{std::string(moves)};
    for (std::string san; words >> san;) {
        const auto move = chess::move_from_san(position, san);
        if (!move) throw std::logic_error(move.error());
        game.moves.push_back({.move = *move, .clock_ms = {}, .elapsed_ms = {}});
        position.play(*move);
    }
    return game;
}

chess::PgnGame random_game(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    chess::PgnGame game;
    if (seed % 4 == 0) {
        game.start = *chess::Position::from_fen("qnrkbbrn/pppppppp/8/8/8/8/PPPPPPPP/QNRKBBRN w GCgc - 0 1");
        game.chess960 = true;
    }
    chess::Position position = game.start;
    for (int ply = 0; ply < 160; ++ply) {
        const auto legal = position.legal_moves();
        if (legal.empty()) break;
        chess::Move move = legal[random() % legal.size()];
        for (const chess::Move other : legal)
            if (other.kind != chess::MoveKind::normal && random() % 3 == 0) move = other;
        game.moves.push_back({.move = move, .clock_ms = {}, .elapsed_ms = {}});
        position.play(move);
    }
    constexpr chess::Result results[] = {chess::Result::open, chess::Result::white_wins,
                                         chess::Result::black_wins, chess::Result::draw};
    game.result = results[random() % 4];
    return game;
}

} // namespace adoube::tools
