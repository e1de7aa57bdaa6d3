#include "daemon/broadcast/delay.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <random>
#include <set>

using namespace adoube;
using namespace adoube::broadcast;

namespace {

std::vector<PublicGame> games_of(std::vector<Delayed> states) {
    std::vector<PublicGame> games;
    for (Delayed& state : states) games.push_back(std::move(state.game));
    return games;
}

std::vector<std::size_t> move_counts(const std::vector<PublicGame>& states) {
    std::vector<std::size_t> counts;
    for (const PublicGame& state : states) counts.push_back(state.moves.size());
    return counts;
}

} // namespace

TEST_CASE("without a delay a state is shown at once, its clocks untouched") {
    Delay delay(0);
    const PublicGame state = game_with("g", 1, {"e4"});
    delay.put(HallMs(500), state);
    CHECK(delay.next_due() == HallMs(500));
    CHECK(games_of(delay.due(HallMs(500))) == std::vector{state});
    CHECK(games_of(delay.due(HallMs(500))).empty());
    CHECK_FALSE(delay.next_due());
}

TEST_CASE("what stands by time alone is shown as soon as the board is heard, which a touch decides") {
    const auto delay_ms = GENERATE(std::int64_t{0}, std::int64_t{1'000}, std::int64_t{5'000});
    const auto due_ms = HallMs(500) + std::max(delay_ms, Delay::heard_within_ms);
    Delay delay(delay_ms);
    delay.put(HallMs(500), game_with("g", 1, {"e4"}), {.record = "g", .t_ms = GameMs(200), .by_time = true});
    CHECK(delay.next_due() == due_ms);
    delay.bring_forward("g", {HallMs(1'000), HallMs(200), {}});
    CHECK(delay.next_due() == due_ms - 100);
}

TEST_CASE("nobody sees a state before its time, and then every state between, in order") {
    Delay delay(900'000);
    delay.put(HallMs(0), game_with("g", 1, {}));
    delay.put(HallMs(10'000), game_with("g", 1, {"e4"}));
    delay.put(HallMs(10'000), game_with("g", 1, {"e4", "e5"}));
    delay.put(HallMs(25'000), game_with("g", 1, {"e4"})); // move taken back
    delay.put(HallMs(26'000), game_with("g", 1, {"e4", "c5"}));

    CHECK(delay.next_due() == HallMs(900'000));
    CHECK(games_of(delay.due(HallMs(899'999))).empty());
    CHECK(move_counts(games_of(delay.due(HallMs(909'999)))) == std::vector<std::size_t>{0});
    CHECK(delay.next_due() == HallMs(910'000));
    const auto rest = games_of(delay.due(HallMs(2'000'000)));
    CHECK(move_counts(rest) == std::vector<std::size_t>{1, 2, 1, 2});
    CHECK(rest.back().moves.back().san() == "c5");
    CHECK(rest.front().moves == game_with("g", 1, {"e4"}).moves);
}

TEST_CASE("what was undone, or a name that was wrong, is shown once it is due") {
    Delay delay(900'000);
    const auto stands = game_with("g", 1, {"e4", "e5"});
    delay.put(HallMs(0), game_with("g", 1, {"e4"}));
    delay.put(HallMs(1'000), stands);
    delay.put(HallMs(2'000), game_with("g", 1, {"e4", "e5", "Nf3"}));
    auto over = game_with("g", 1, {"e4", "e5", "Nf3"});
    over.result = chess::Result::black_wins;
    delay.put(HallMs(3'000), over);
    auto corrected = stands;
    corrected.tags.set("White", "C");
    CHECK_FALSE(delay.correct(corrected));
    delay.put(HallMs(4'000), corrected);
    delay.put(HallMs(5'000), game_with("g", 1, {"e4", "e5", "Nc3"}));
    const auto shown = delay.due(HallMs(906'000));
    CHECK(move_counts(games_of(shown)) == std::vector<std::size_t>{1, 2, 2, 3});
    CHECK(shown[0].game.tags["White"] == "C");
    CHECK(shown[2].due_ms == HallMs(904'000));
    CHECK(shown[3].game.moves.back().san() == "Nc3");
    CHECK(delay.held(1).states == 0);
    CHECK(delay.held(1).bytes == 0);
    delay.put(HallMs(910'000), over);
    REQUIRE(delay.correct(stands));
    CHECK_FALSE(delay.next_due());
}

TEST_CASE("a delayed clock shows what it showed then, counted from when it is shown") {
    Delay delay(900'000);
    const PublicGame state = game_with("g", 1, {"e4"});
    delay.put(HallMs(0), state);
    const auto shown = games_of(delay.due(HallMs(900'000)));
    REQUIRE(shown.size() == 1);
    REQUIRE(shown[0].clocks);
    CHECK(shown[0].clocks->at_utc_ms == state.clocks->at_utc_ms + 900'000);
    CHECK(shown[0].clocks->white_ms == state.clocks->white_ms);
    CHECK(shown[0].clocks->running == chess::Side::black);
}

TEST_CASE("a clock of the host that is set back lets nothing out early or out of order") {
    Delay delay(1'000);
    delay.put(HallMs(50'000), game_with("g", 1, {"e4"}));
    delay.put(HallMs(10'000), game_with("g", 1, {"e4", "e5"}));
    CHECK(games_of(delay.due(HallMs(50'999))).empty());
    CHECK(move_counts(games_of(delay.due(HallMs(51'000)))) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("whatever many games do, what comes out is what was put in, each after its delay") {
    std::mt19937_64 random(tests::seed(614));
    const auto pick = [&](std::uint64_t below) { return random() % below; };
    for (int round = 0; round < 200; ++round) {
        const auto wait_ms = static_cast<std::int64_t>(pick(5'000));
        Delay delay(wait_ms);
        std::deque<std::pair<HallMs, PublicGame>> expected;
        std::map<std::uint64_t, PublicGame> games;
        HallMs now_ms;
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
            for (const PublicGame& shown : games_of(delay.due(now_ms))) {
                REQUIRE_FALSE(expected.empty());
                REQUIRE(expected.front().first <= now_ms);
                REQUIRE(shown == expected.front().second);
                expected.pop_front();
            }
            REQUIRE((expected.empty() || expected.front().first > now_ms));
        }
        REQUIRE(games_of(delay.due(now_ms + wait_ms)).size() == expected.size());
    }
}

namespace {

/// A board with two games that changes twice a second, moves made and taken back.
struct Restless {
    explicit Restless(int board, std::uint64_t seed) : board_(board), random_(seed) {}
    PublicGame next() {
        PublicGame& game = games_[random_() % 50 == 0];
        game.id = "g" + std::to_string(board_) + (&game == games_ ? "a" : "b");
        game.board = board_;
        for (auto taken = random_() % 3; taken > 0 && !game.moves.empty(); --taken) game.moves.pop_back();
        for (auto made = 1 + random_() % 3; made > 0 && game.moves.size() < 200; --made)
            game.moves.push_back(
                {game.start, *game.start.move_from_uci("e2e4"), false, static_cast<std::int64_t>(random_())});
        return game;
    }

  private:
    int board_;
    std::mt19937_64 random_;
    PublicGame games_[2];
};

} // namespace

TEST_CASE("a board that never rests takes no more than its room in a day's delay, and none of another's") {
    constexpr std::int64_t day_ms = 24 * 3600 * 1000;
    Delay delay(day_ms);
    Restless flood(1, 7);
    std::vector<std::pair<HallMs, PublicGame>> put;
    std::vector<PublicGame> of_other;
    HallMs now_ms;
    for (int n = 0; n < 20'000; ++n, now_ms += 500) {
        put.emplace_back(now_ms, flood.next());
        delay.put(now_ms, put.back().second);
        if (n % 20 == 0) {
            of_other.push_back(game_with("other", 2, {}));
            of_other.back().clocks->white_ms = n;
            delay.put(now_ms, of_other.back());
        }
        REQUIRE(delay.held(1).states <= Delay::most_states);
        REQUIRE(delay.held(1).bytes <= Delay::most_bytes);
    }
    CHECK(delay.held(1).states >= Delay::most_states / 4);
    CHECK(delay.left_out() == put.size() - delay.held(1).states);
    const auto newest = put.back().second;

    auto next = put.begin();
    auto next_of_other = of_other.begin();
    std::map<std::string, PublicGame> last;
    for (HallMs at_ms(day_ms); at_ms <= now_ms + day_ms; at_ms += 250)
        for (const auto& state : games_of(delay.due(at_ms))) {
            last[state.id] = state;
            if (state.board == 2) {
                next_of_other->clocks->at_utc_ms += day_ms;
                REQUIRE(state == *next_of_other++);
                continue;
            }
            // Each was put, is in order, and is not early.
            while (next != put.end() && (next->second != state || next->first + day_ms < at_ms - 250)) ++next;
            REQUIRE(next != put.end());
            REQUIRE(next->first + day_ms <= at_ms);
        }
    CHECK(next_of_other == of_other.end());
    CHECK(last.at(newest.id) == newest);
    CHECK(delay.held(1).bytes == 0);
    CHECK_FALSE(delay.next_due());
}

TEST_CASE("the last state of every game is shown, however many games a board has in the delay") {
    constexpr int games = Delay::most_states + 200;
    Delay delay(1'000'000);
    for (int game = 0; game < games; ++game)
        for (const int white_ms : {1, 2}) {
            auto state = game_with("g" + std::to_string(game), 1, {"e4"});
            state.clocks->white_ms = white_ms;
            delay.put(HallMs(game), state);
        }
    std::set<std::string> ended;
    for (const auto& state : games_of(delay.due(HallMs(2'000'000))))
        if (state.clocks->white_ms == 2) CHECK(ended.insert(state.id).second);
    CHECK(ended.size() == games);
}

TEST_CASE("a game that goes on at another board takes its room along") {
    Delay delay(1'000);
    delay.put(HallMs(0), game_with("g", 1, {}));
    delay.put(HallMs(1), game_with("g", 2, {"e4"}));
    CHECK(delay.held(1).states == 0);
    CHECK(delay.held(2).states == 2);
    CHECK(games_of(delay.due(HallMs(1'001))).size() == 2);
    CHECK(delay.held(2).states == 0);
    CHECK(delay.held(2).bytes == 0);
}

TEST_CASE(
    "a game is shown before the one that was played before it on its board, as its time was told first") {
    Delay delay(20'000);
    delay.put(HallMs(1'000), game_with("one", 1, {}), {.record = "one", .t_ms = GameMs(5'000)});
    delay.put(HallMs(1'000), game_with("one", 1, {"e4"}), {.record = "one", .t_ms = GameMs(6'000)});
    delay.put(HallMs(1'000), game_with("two", 1, {}), {.record = "two", .t_ms = GameMs(500)});
    delay.put(HallMs(1'000), game_with("other", 2, {}), {.record = "other", .t_ms = GameMs(500)});
    delay.put(HallMs(1'000), game_with("two", 1, {"d4"}), {.record = "two", .t_ms = GameMs(700)});
    delay.bring_forward("two", {HallMs(1'000), HallMs(-9'000), {}});
    CHECK(games_of(delay.due(HallMs(11'499))).empty());
    CHECK(move_counts(games_of(delay.due(HallMs(11'500)))) == std::vector<std::size_t>{0, 1, 0});
    delay.put(HallMs(11'600), game_with("two", 1, {"d4", "d5"}), {.record = "two", .t_ms = GameMs(900)});
    CHECK(move_counts(games_of(delay.due(HallMs(21'000)))) == std::vector<std::size_t>{1, 0});
    CHECK(delay.next_due() == HallMs(31'600));
}

TEST_CASE("whenever boards tell their time, each shows its games in the order in which they were played, "
          "none early") {
    std::mt19937_64 random(tests::seed(6141));
    const auto pick = [&](std::uint64_t below) { return static_cast<std::int64_t>(random() % below); };
    for (int round = 0; round < 500; ++round) {
        const std::int64_t delay_ms = pick(4) * 5'000;
        const HallMs restart_ms(100'000);
        Delay delay(delay_ms);
        struct Put {
            HallMs true_ms; // when it was so
            int board, order;
        };
        std::map<std::string, HallMs> starts;
        std::map<std::pair<std::string, std::size_t>, Put> puts;
        for (int board = 1; board <= 3; ++board) {
            HallMs now_ms(80'000 + pick(2'000));
            int order = 0;
            bool was_said = false;
            HallMs true_ms{};
            for (int game = 0; game < 3; ++game) {
                const auto id = std::to_string(board) + char('a' + game);
                starts[id] = now_ms - pick(1'000);
                PublicGame state = game_with(id, board, {});
                for (std::size_t ply = 0; ply < 4; ++ply) {
                    now_ms += pick(1'500);
                    if (ply > 0)
                        state.moves.push_back({state.start, *state.start.move_from_uci("e2e4"), false, {}});
                    // A word's time may be too early; late board input dates from before the word it follows.
                    const bool said = pick(8) == 0;
                    const auto early_ms = said || was_said ? pick(1'000) : 0;
                    true_ms = std::max(true_ms, said ? now_ms : now_ms - early_ms);
                    was_said = said;
                    delay.put(restart_ms, state,
                              {.record = id,
                               .t_ms = GameMs(now_ms - starts[id] - early_ms),
                               .by_time = pick(4) == 0,
                               .said_ms = said ? now_ms + pick(1'000) : HallMs::min()});
                    puts[{id, ply}] = {true_ms, board, order++};
                }
            }
        }
        std::map<int, int> shown;
        for (auto now_ms = restart_ms; now_ms < restart_ms + 20'000; now_ms += 50) {
            if (pick(10) == 0) {
                const auto& [id, start_ms] = *std::next(starts.begin(), pick(starts.size()));
                delay.bring_forward(id, {restart_ms, start_ms, GameMs(pick(2) * 1'000)});
            }
            for (const auto& [due_ms, place, game] : delay.due(now_ms)) {
                const auto& put = puts.at({game.id, game.moves.size()});
                INFO(game.id << ", " << game.moves.size() << " plies, delay " << delay_ms);
                REQUIRE(now_ms >= put.true_ms + delay_ms);
                REQUIRE(put.order == shown[put.board]++);
            }
        }
        for (const auto& [board, states] : shown) REQUIRE(states == 12);
    }
}

TEST_CASE("a delay that is changed in mid-round shows a state sooner than it says, late, or out of order") {
    for (const auto seed : tests::seeds({200, 5'000})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](int below) {
            return static_cast<std::int64_t>(random() % static_cast<unsigned>(below));
        };
        std::int64_t delay_ms = pick(2) * pick(20'000);
        Delay delay(delay_ms);
        std::map<std::string, std::vector<std::pair<HallMs, std::string>>> put; // by game: when, and Event
        std::map<std::string, std::size_t> shown;
        HallMs now_ms{};
        for (int step = 0; step < 300; ++step) {
            now_ms += pick(3) == 0 ? 0 : pick(2'000);
            if (pick(20) == 0) delay.change(delay_ms = pick(3) == 0 ? 0 : pick(20'000));
            if (pick(2) == 0) {
                const int board = 1 + static_cast<int>(pick(3));
                auto state = game_with("g" + std::to_string(board), board, {"e4"});
                state.tags.set("Event", std::to_string(step));
                put[state.id].emplace_back(now_ms, std::to_string(step));
                delay.put(now_ms, std::move(state));
            }
            for (const auto& [due_ms, place, game] : delay.due(now_ms)) {
                auto& count = shown[game.id];
                const auto& [put_ms, event] = put[game.id].at(count++);
                REQUIRE(game.tags["Event"] == event);
                REQUIRE(put_ms + delay_ms <= now_ms);
                // Pages count down from when the clocks were right, as late as everything else.
                REQUIRE(game.clocks->at_utc_ms.count() - 1'060'000 == delay_ms);
            }
            for (const auto& [id, states] : put)
                if (shown[id] < states.size()) REQUIRE(states[shown[id]].first + delay_ms > now_ms);
        }
    }
}
