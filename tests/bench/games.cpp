#include "tests/bench/games.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "tests/bench/bench.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"

#include <algorithm>
#include <filesystem>
#include <random>

namespace adoube::bench {

namespace {

void read(const std::filesystem::path& file, std::vector<chess::Game>& games) {
    const auto text = tests::text_of(file);
    chess::PgnReader reader(text);
    while (const auto read = reader.next()) {
        if (!*read) continue;
        chess::Game game((*read)->start);
        for (const auto& each : (*read)->moves) game.play(each.move);
        games.push_back(std::move(game));
    }
}

bool counts_anew(const chess::Position& position, chess::Move move) {
    return position.is_capture(move) || position.at(move.from)->type == chess::PieceType::pawn;
}

/// Whether the game goes on after it.
bool may_follow(chess::Game& game, chess::Move move) {
    if (move.kind == chess::MoveKind::promotion && move.promoted != chess::PieceType::queen) return false;
    game.play(move);
    const bool goes_on = game.position().has_legal_move() && game.repetitions() < 3;
    game.take_back();
    return goes_on;
}

/// So that as few pieces as possible leave the board: such as end a count of fifty moves late, else others.
std::vector<chess::Move> careful_moves(chess::Game& game) {
    constexpr int late = 80; // plies
    std::vector<chess::Move> wanted, others;
    for (const auto move : game.position().legal_moves())
        if (may_follow(game, move))
            (counts_anew(game.position(), move) == (game.position().halfmove_clock() >= late) ? wanted
                                                                                              : others)
                .push_back(move);
    return wanted.empty() ? others : wanted;
}

} // namespace

std::vector<chess::Game> known_games() {
    std::vector<std::filesystem::path> files;
    for (const auto& folder : {tests::project_file("tools/games"), tests::shared_data("games")}) {
        std::error_code absent;
        for (const auto& file : std::filesystem::directory_iterator(folder, absent))
            if (file.path().extension() == ".pgn") files.push_back(file.path());
    }
    std::ranges::sort(files);
    std::vector<chess::Game> games;
    for (const auto& file : files) read(file, games);
    return games;
}

chess::Game long_game(std::size_t plies) {
    std::mt19937_64 random(1);
    chess::Game game;
    while (game.moves().size() < plies) {
        const auto moves = careful_moves(game);
        if (moves.empty() || game.position().halfmove_clock() >= 140) refuse("no long game can be made");
        game.play(moves[random() % moves.size()]);
    }
    return game;
}

} // namespace adoube::bench
