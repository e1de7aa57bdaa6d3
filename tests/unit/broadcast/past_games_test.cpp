#include "daemon/broadcast/past_games.hpp"

#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/chess/chess960.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <random>

using namespace adoube;
using namespace adoube::broadcast;

namespace {

PublicGame played_at_random(unsigned seed) {
    std::mt19937 random(seed);
    const auto one_of = [&](std::size_t count) { return random() % count; };
    auto game = game_with("r" + std::to_string(seed), static_cast<int>(seed), {});
    game.chess960 = seed % 2 == 1;
    if (game.chess960) game.start = chess::chess960_start(static_cast<int>(one_of(chess::chess960_starts)));
    game.position = game.start;
    const auto plies = one_of(200);
    for (std::size_t ply = 0; ply < plies && game.position.has_legal_move(); ++ply) {
        const auto moves = game.position.legal_moves();
        const auto move = moves[one_of(moves.size())];
        std::optional<std::int64_t> clock_ms;
        if (one_of(8) > 0) clock_ms = static_cast<std::int64_t>(one_of(6'000'000)) - 1'000;
        game.moves.push_back({game.position, move, game.chess960, clock_ms});
        game.position.play(move);
    }
    game.result = static_cast<chess::Result>(one_of(4));
    game.by_time = one_of(2) == 1;
    if (one_of(3) == 0) game.clocks.reset();
    return game;
}

std::string id_of(std::size_t number) { return "r" + std::to_string(number); }

} // namespace

TEST_CASE("a game that left its board is no longer the same") {
    for (unsigned seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        const auto game = played_at_random(seed);
        const PackedGame packed(game);
        CHECK(packed.unpacked(game.id) == game);
        auto begun = game;
        begun.moves.cut_to(1);
        CHECK(packed.unpacked(game.id, 1).moves == begun.moves);
    }
}

TEST_CASE("a past game's text is another one once others were read") {
    PastGames past;
    const std::size_t all = 2 * PastGames::most_read;
    for (std::size_t number = all; number > 0; --number)
        past.put_first(played_at_random(static_cast<unsigned>(number)));
    std::vector<std::string> texts;
    for (std::size_t number = 1; number <= all; ++number) {
        texts.push_back(*past.pgn(id_of(number)));
        CHECK(texts.back() == to_pgn(played_at_random(static_cast<unsigned>(number))));
    }
    std::string together;
    for (std::size_t number = 1; number <= all; ++number) {
        CHECK(*past.pgn(id_of(number)) == texts[number - 1]);
        CHECK(past.game(id_of(number))->id == id_of(number));
        together += texts[number - 1];
    }
    CHECK(past.all_pgn() == together);
    CHECK_FALSE(past.pgn(id_of(all + 1)));
    const auto shared = past.pgn(id_of(all));
    CHECK(past.pgn(id_of(all)) == shared);
}

TEST_CASE("past games are out of their order, or one that is gone is known") {
    PastGames past;
    past.put_last(game_with("b", 2, {"e4"}));
    past.put_last(game_with("c", 3, {"d4"}));
    past.put_first(game_with("a", 1, {"c4"}));
    const auto ids = [&] {
        std::string all;
        for (const auto& game : past.in_brief()) all += game.id;
        return all;
    };
    CHECK(ids() == "abc");
    const auto read = past.game("b");
    past.remove("b");
    CHECK_FALSE(past.game("b"));
    CHECK(read->id == "b");
    past.forget_oldest();
    CHECK(ids() == "c");
    past.put_last(game_with("b", 2, {"e4", "e5"}));
    CHECK(past.game("b")->moves.size() == 2);
}
