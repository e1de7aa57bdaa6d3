#include "daemon/targets/target.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/targets/played.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::targets;

namespace {

Settings pushed_round() {
    Settings settings;
    settings.name = "lichess";
    settings.kind = Kind::lichess;
    settings.url = "https://lichess.example/api/broadcast/round/a";
    return settings;
}

} // namespace

TEST_CASE("an HTTP status is taken for another kind of answer") {
    using enum Answer::Outcome;
    struct Row {
        unsigned status;
        Answer::Outcome outcome;
        bool may_have_arrived;
    };
    const Row rows[] = {{200, done, true},           {201, done, true},     {204, done, true},
                        {301, refused, false},       {400, refused, false}, {401, login_refused, false},
                        {403, login_refused, false}, {404, refused, false}, {407, login_refused, false},
                        {408, later, true},          {413, refused, false}, {429, later, false},
                        {500, later, true},          {502, later, true},    {503, later, true}};
    for (const auto& row : rows) {
        CAPTURE(row.status);
        const auto answer = http_answer(row.status, {}, {});
        CHECK(answer.outcome == row.outcome);
        CHECK(answer.may_have_arrived == row.may_have_arrived);
        CHECK(answer.sentence.empty() == (row.outcome == done));
    }
    tests::says(http_answer(400, R"({"error":"no\nround"})", {}).sentence, "the answer is 400: no round");
    CHECK(http_answer(500, "{\"error\":\"" + std::string(5'000, 'x') + "\"}", {}).sentence.size() < 300);
    CHECK(http_answer(503, {}, 7).wait_s == 7);
    CHECK(http_answer(429, {}, {}).wait_s == 60);
}

TEST_CASE("a site that is down is asked ever more often, or one that asks to wait is not waited for") {
    HallMs now(0);
    Pace pace(2'000);
    std::vector<std::int64_t> waits;
    for (int tries = 0; tries < 8; ++tries) {
        pace.started(now);
        pace.ended({Answer::Outcome::later, "down"}, now);
        waits.push_back(pace.ready_at() - now);
        now = pace.ready_at();
    }
    CHECK(waits == std::vector<std::int64_t>{2'000, 4'000, 8'000, 16'000, 32'000, 60'000, 60'000, 60'000});
    pace.ended({Answer::Outcome::done}, now);
    CHECK(pace.ready_at() <= now);
    pace.ended(http_answer(401, {}, {}), now);
    CHECK(pace.ready_at() == now + Pace::hopeless_wait_ms);
    pace.hurry();
    CHECK(pace.ready_at() <= now);
    pace.ended(http_answer(429, {}, 90), now);
    pace.hurry();
    CHECK(pace.ready_at() == now + 90'000);
    pace.ended(http_answer(503, {}, 1'000'000'000), now);
    CHECK(pace.ready_at() == now + Pace::longest_asked_ms);
}

TEST_CASE("two requests are open at once, or two pushes come too close") {
    Target target(pushed_round());
    HallMs now(10'000);
    CHECK(target.report().state == Report::State::nothing_to_send);
    CHECK_FALSE(target.wake());
    tests::Played game(1);
    game.play("e4");
    target.put(game.state, now);
    CHECK(target.report().state == Report::State::waiting);
    REQUIRE(target.next(now));
    CHECK(target.report().state == Report::State::sending);
    game.play("e5");
    target.put(game.state, now);
    CHECK_FALSE(target.wake());
    CHECK_FALSE(target.next(now + 10'000));
    target.answered(http_answer(200, R"({"games":[{"moves":1}]})", {}), now + 100);
    CHECK(target.wake() == now + Target::push_spacing_ms);
    CHECK_FALSE(target.next(now + 1'999));
    CHECK(target.next(now + 2'000));
}

TEST_CASE("the operator is not told how a target fares") {
    Target target(pushed_round());
    HallMs now(1'800'000'000'000);
    tests::Played game(3);
    game.play("e4");
    target.put(game.state, now);
    REQUIRE(target.next(now));
    target.answered(http_answer(401, R"({"error":"No such token"})", {}), now += 500);
    const auto notes = target.take_notes();
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].trouble);
    CHECK(notes[0].text ==
          "target lichess: the answer is 401: No such token; is the token or password right, "
          "and for this?; trying again until it works");
    auto words = in_words(std::vector{target.report()}, now + 60'000);
    tests::says(words, "lichess: failing: the answer is 401");
    tests::says(words, "; 1 behind for 60 s; no success yet");
    target.push_again(now);
    REQUIRE(target.next(now += 2'000));
    target.answered(http_answer(200, R"({"games":[{"error":"bad"}]})", {}), now);
    CHECK(in_words(std::vector{target.report()}, now + 5'000) ==
          "lichess: up to date; last success 5 s ago, at 2027-01-15 08:00:02 UTC\n"
          "  board 3, game E-r1-b3: refused: bad");
    const auto json = to_json(std::vector{target.report()}).at(0);
    CHECK(json.at("state") == "up to date");
    CHECK(json.at("told").at(0).at("refused") == "bad");
    CHECK(json.at("last_success") == now.count());
    CHECK(in_words({}, now) == "no target is configured");
    target.reset(now);
    tests::says(in_words(std::vector{target.report()}, now), "its reset is not done yet");
    REQUIRE(target.next(now += 2'000));
    target.answered(http_answer(200, {}, {}), now);
    CHECK(target.report().behind == 1);
}
