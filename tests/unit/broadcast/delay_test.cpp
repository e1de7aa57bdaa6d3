#include "daemon/broadcast/delay.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <random>

using namespace adoube;
using namespace adoube::broadcast;

namespace {

std::vector<std::size_t> move_counts(const std::vector<PublicGame>& states) {
    std::vector<std::size_t> counts;
    for (const PublicGame& state : states) counts.push_back(state.moves.size());
    return counts;
}

} // namespace

TEST_CASE("without a delay a state is shown at once, its clocks untouched") {
    Delay delay(0);
    const PublicGame state = game_with("g", 1, {"e4"});
    delay.put(500, state);
    CHECK(delay.next_due() == 500);
    CHECK(delay.due(500) == std::vector{state});
    CHECK(delay.due(500).empty());
    CHECK_FALSE(delay.next_due());
}

TEST_CASE("nobody sees a state before its time, and then every state between, in order") {
    Delay delay(900'000);
    delay.put(0, game_with("g", 1, {}));
    delay.put(10'000, game_with("g", 1, {"e4"}));
    delay.put(10'000, game_with("g", 1, {"e4", "e5"}));
    delay.put(25'000, game_with("g", 1, {"e4"})); // a move taken back
    delay.put(26'000, game_with("g", 1, {"e4", "c5"}));

    CHECK(delay.next_due() == 900'000);
    CHECK(delay.due(899'999).empty());
    CHECK(move_counts(delay.due(909'999)) == std::vector<std::size_t>{0});
    CHECK(delay.next_due() == 910'000);
    const auto rest = delay.due(2'000'000);
    CHECK(move_counts(rest) == std::vector<std::size_t>{1, 2, 1, 2});
    CHECK(rest.back().moves.back().san() == "c5");
    CHECK(rest.front().moves == game_with("g", 1, {"e4"}).moves);
}

TEST_CASE("a delayed clock shows what it showed then, counted from when it is shown") {
    Delay delay(900'000);
    const PublicGame state = game_with("g", 1, {"e4"});
    delay.put(0, state);
    const auto shown = delay.due(900'000);
    REQUIRE(shown.size() == 1);
    REQUIRE(shown[0].clocks);
    CHECK(shown[0].clocks->at_utc_ms == state.clocks->at_utc_ms + 900'000);
    CHECK(shown[0].clocks->white_ms == state.clocks->white_ms);
    CHECK(shown[0].clocks->running == chess::Side::black);
}

TEST_CASE("a clock of the host that is set back lets nothing out early or out of order") {
    Delay delay(1'000);
    delay.put(50'000, game_with("g", 1, {"e4"}));
    delay.put(10'000, game_with("g", 1, {"e4", "e5"}));
    CHECK(delay.due(50'999).empty());
    CHECK(move_counts(delay.due(51'000)) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("whatever many games do, what comes out is what was put in, each after its delay") {
    std::mt19937_64 random(614);
    const auto pick = [&](std::uint64_t below) { return random() % below; };
    for (int round = 0; round < 200; ++round) {
        const auto wait_ms = static_cast<std::int64_t>(pick(5'000));
        Delay delay(wait_ms);
        std::deque<std::pair<std::int64_t, PublicGame>> expected;
        std::map<std::uint64_t, PublicGame> games;
        std::int64_t now_ms = 0;
        for (int step = 0; step < 100; ++step) {
            now_ms += static_cast<std::int64_t>(pick(500));
            const auto which = pick(3);
            PublicGame& game = games[which];
            game.id = std::to_string(which);
            for (auto taken = pick(3); taken > 0 && !game.moves.empty(); --taken) game.moves.pop_back();
            for (auto made = pick(4); made > 0; --made)
                game.moves.push_back({game.start, *game.start.move_from_uci("e2e4"), false,
                                      static_cast<std::int64_t>(random())});
            delay.put(now_ms, game);
            expected.emplace_back(now_ms + wait_ms, game);
            for (const PublicGame& shown : delay.due(now_ms)) {
                REQUIRE_FALSE(expected.empty());
                REQUIRE(expected.front().first <= now_ms);
                REQUIRE(shown == expected.front().second);
                expected.pop_front();
            }
            REQUIRE((expected.empty() || expected.front().first > now_ms));
        }
        REQUIRE(delay.due(now_ms + wait_ms).size() == expected.size());
    }
}
