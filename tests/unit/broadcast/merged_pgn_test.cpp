#include "daemon/broadcast/merged_pgn.hpp"

#include "daemon/broadcast/live_round.hpp"
#include "daemon/broadcast/public_pgn.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <array>

using namespace adoube;
using namespace adoube::broadcast;

TEST_CASE("a merged round lacks a game, has one twice, or changes a byte of one") {
    const auto a = to_pgn(game_with("a", 1, {"e4"})), b = to_pgn(game_with("b", 2, {"d4", "d5"})),
               c = to_pgn(game_with("c", 3, {}));
    const struct {
        std::array<std::string, 3> rounds;
        std::string merged;
    } cases[]{{{a, b, c}, a + b + c},
              {{a + b, "", c}, a + b + c},
              {{"", "", ""}, ""},
              {{a, a + c, b + c}, a + c + b},
              {{"", a + "[White \"No id\"]\n\n1. e4 *\n\n", b}, a + b},
              {{"1. e4 e5 *", "<html>", a}, a},
              {{a.substr(0, a.size() - 1), b, ""}, a + b}, // its last empty line is missing
              {{"[Event \"x\"]\n[GameId \"z", a, ""}, a}};
    for (const auto& [rounds, merged] : cases) {
        const std::array<std::string_view, 3> views{rounds[0], rounds[1], rounds[2]};
        CHECK(merged_pgn(views) == merged);
    }
}

TEST_CASE("the round of a daemon that merges others lacks theirs, or keeps them once they are gone") {
    LiveRound round("now");
    round.publish(game_with("a", 1, {"e4"}));
    const auto own = *round.round_pgn();
    const auto other = to_pgn(game_with("b", 2, {"d4"}));
    round.set_others({{std::make_shared<const std::string>(other)}});
    CHECK(*round.round_pgn() == own + other);
    round.publish(game_with("a", 1, {"e4", "e5"}));
    CHECK(round.round_pgn()->ends_with(other));
    CHECK(*round.pgn("a") + other == *round.round_pgn());
    round.set_others({});
    CHECK(*round.round_pgn() == *round.pgn("a"));
}
