#include "daemon/journal/file/marked_games.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <algorithm>
#include <random>

using namespace adoube::journal;

namespace {

/// What a mark holds, in the plainest way: a list that is searched.
struct Plain {
    std::list<Marked::Game> games;

    auto find(const std::string& id) { return std::ranges::find(games, id, &Marked::Game::id); }
    void touch(const std::string& id) {
        if (const auto game = find(id); game != games.end()) std::rotate(game, std::next(game), games.end());
    }
    void finish(const std::string& id, std::size_t most_over) {
        touch(id);
        if (find(id) != games.end()) games.back().over = true;
        if (static_cast<std::size_t>(std::ranges::count(games, true, &Marked::Game::over)) > most_over)
            games.erase(std::ranges::find(games, true, &Marked::Game::over));
    }
};

} // namespace

TEST_CASE("of many games another is marked than was written, in another order, or one that is forgotten") {
    constexpr std::size_t most_over = 3;
    for (const auto seed : adoube::tests::seeds({100, 1'000})) {
        std::mt19937_64 random(seed);
        MarkedGames marked({7, {{"g0", 5, {}, true}, {"g1", 6, {}, false}}});
        Plain plain{{{"g0", 5, {}, true}, {"g1", 6, {}, false}}};
        for (int step = 0; step < 300; ++step) {
            const auto id = "g" + std::to_string(random() % 12);
            CHECK(marked.has(id) == (plain.find(id) != plain.games.end()));
            switch (random() % 4) {
            case 0:
                if (marked.has(id)) break;
                marked.add({id, 0, {}, false});
                plain.games.push_back({id, 0, {}, false});
                break;
            case 1:
                plain.touch(id);
                if (auto* const game = marked.touch(id)) ++game->inputs, ++plain.games.back().inputs;
                break;
            case 2:
                marked.finish(id, most_over);
                plain.finish(id, most_over);
                break;
            default:
                marked.remove(id);
                std::erase_if(plain.games, [&](const auto& game) { return game.id == id; });
            }
            REQUIRE(marked.marked() == Marked{7, plain.games});
        }
    }
}
