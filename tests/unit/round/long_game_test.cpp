// A game may have thousands of plies, and each makes a state that queues and exits hold.
#include "daemon/chess/game.hpp"
#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/round/hall.hpp"

#include <malloc.h>

using namespace adoube;
using tests::Hall;

namespace {

round::Round::Seat table_without_board() {
    auto seat = tests::seat(1);
    seat.port.clear();
    return seat;
}

bool goes_on_after(const chess::Game& game, chess::Move move) {
    auto then = game;
    then.play(move);
    return then.position().has_legal_move() && then.repetitions() < 3;
}

/// Pieces walk about; a pawn steps, or something is taken, before 75 moves are over.
std::vector<std::string> long_game(std::size_t plies) {
    constexpr int latest = 140;
    std::mt19937_64 random(1);
    chess::Game game;
    std::vector<std::string> sans;
    while (sans.size() < plies) {
        const auto& position = game.position();
        std::vector<chess::Move> quiet, others;
        for (const auto move : position.legal_moves()) {
            const bool pawn = position.at(move.from)->type == chess::PieceType::pawn;
            (pawn || position.is_capture(move) ? others : quiet).push_back(move);
        }
        const auto step = std::ranges::find_if(others, [&](chess::Move move) {
            return position.halfmove_clock() >= latest && !position.is_capture(move) &&
                   move.kind != chess::MoveKind::promotion && goes_on_after(game, move);
        });
        chess::Move move;
        if (step != others.end()) {
            move = *step;
        } else {
            std::ranges::shuffle(quiet, random);
            std::ranges::shuffle(others, random);
            auto all = position.halfmove_clock() >= latest ? others : quiet;
            std::ranges::copy(position.halfmove_clock() >= latest ? quiet : others, std::back_inserter(all));
            const auto found =
                std::ranges::find_if(all, [&](chess::Move one) { return goes_on_after(game, one); });
            REQUIRE(found != all.end());
            move = *found;
        }
        sans.push_back(to_san(position, move));
        game.play(move);
    }
    return sans;
}

std::string line_of(const std::vector<std::string>& sans, std::size_t from, std::size_t plies) {
    std::string line;
    for (const auto& san : std::span(sans).subspan(from, plies)) line += (line.empty() ? "" : " ") + san;
    return line;
}

std::string enter(Hall& hall, const std::string& line) {
    const auto said = hall.round().say_moves(1, line, hall.now, {});
    hall.run(3);
    return said ? std::string() : said.error();
}

std::size_t bytes_in_use() {
    const auto now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

} // namespace

TEST_CASE("the states of a long game take memory by the square of its moves, at play or after a restart") {
    constexpr std::size_t plies = 4'000, most_bytes = 64 << 20; // each with all its moves for itself: 800 MB
    const auto sans = long_game(plies);
    const auto before = bytes_in_use();
    Hall hall({table_without_board()});
    hall.run(3);
    for (std::size_t at = 0; at < plies; at += 500) REQUIRE(enter(hall, line_of(sans, at, 500)).empty());
    REQUIRE(hall.shown.size() >= plies); // all are held
    CHECK(hall.game("game-1").moves.size() == plies);
    CHECK(bytes_in_use() - before < most_bytes);
    hall.kill();
    hall.run(3);
    CHECK(hall.game("game-1").moves.size() == plies);
    CHECK(bytes_in_use() - before < most_bytes);
}

TEST_CASE("a line of more plies than a round of frames can carry is entered, or one of fewer refused") {
    constexpr auto most = round::TableGame::most_plies_said;
    const auto sans = long_game(2 * most + 1);
    Hall hall({table_without_board()});
    hall.run(3);
    tests::says(enter(hall, line_of(sans, 0, most + 1)), "these are 1001 plies");
    CHECK(enter(hall, line_of(sans, 0, most)).empty());
    CHECK(enter(hall, line_of(sans, 0, 2 * most)).empty()); // the whole game again
    CHECK(hall.game("game-1").moves.size() == 2 * most);
    CHECK(enter(hall, line_of(sans, 2 * most, 1)).empty());
}
