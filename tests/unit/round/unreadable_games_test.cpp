// Games that cannot be read, in a journal that is otherwise whole.

#include "tests/unit/round/hall.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
using tests::Hall;
using tests::seat;

TEST_CASE(
    "a game that cannot be read spoils others, which are replayed at the same time, or stops the start") {
    constexpr int boards = 12;
    for (const auto seed : tests::seeds({6, 60})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        std::vector<round::Round::Seat> seats;
        for (int number = 1; number <= boards; ++number) seats.push_back(seat(number));
        Hall hall(seats);
        hall.run(3);
        for (int board = 1; board <= boards; ++board)
            REQUIRE(hall.round().say_moves(board, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", hall.now, {{}, {}}));
        hall.run(10);
        std::set<std::string> spoilt;
        for (auto& record : hall.disk)
            if (auto* const append = std::get_if<journal::Append>(&record); append && random() % 3 == 0) {
                append->entry.line = "no input";
                spoilt.insert(append->game_id);
            }
        hall.notes.clear();
        hall.kill();
        hall.run(10);
        CHECK(hall.noted("is set aside") == static_cast<int>(spoilt.size()));
        for (int board = 1; board <= boards; ++board) {
            const auto id = "game-" + std::to_string(board);
            const auto view = hall.view(static_cast<std::size_t>(board - 1));
            if (spoilt.contains(id))
                CHECK(view.record_id != id);
            else
                CHECK(hall.moves(id) == "e4 e5 Nf3 Nc6 Bb5 a6");
        }
    }
}
