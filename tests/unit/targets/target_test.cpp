#include "daemon/targets/report_json.hpp"
#include "daemon/targets/report_words.hpp"
#include "daemon/targets/shared_round.hpp"
#include "daemon/targets/target.hpp"
#include "daemon/text/local_time.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/targets/played.hpp"

#include <boost/json.hpp>

#include <algorithm>

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

Settings files() {
    Settings settings;
    settings.name = "club";
    settings.url = "sftp://files.example/games.pgn";
    return settings;
}

std::string of_many(std::string_view text, int times) {
    std::string all;
    while (times-- > 0) all += text;
    return all;
}

std::string words(const Target& target, HallMs now) { return in_words(std::vector{target.report()}, now); }

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
    const auto cut = http_answer(500, "{\"error\":\"a" + of_many("é", 5'000) + "\"}", {}).sentence;
    CHECK(cut == "the answer is 500: a" + of_many("é", 199) + "…");
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
    CHECK(words(target, now + 60'000) ==
          "lichess: failing for 60 s: the answer is 401: No such token; is the token or password right, and "
          "for this?; tried again until it works; 1 game not sent yet; next try in 4 min; no success since "
          "the daemon's start\n"
          "  to do: put the right token or password into its file, which is read anew at every try (adoube "
          "targets push lichess)");
    target.push_again(now);
    REQUIRE(target.next(now += 2'000));
    target.answered(http_answer(200, R"({"games":[{"error":"bad"}]})", {}), now);
    CHECK(
        words(target, now + 5'000) ==
        "lichess: not all taken: the site refuses 1 game; it has taken all else; last success 5 s ago, at " +
            text::local_second(1'800'000'002) +
            "\n"
            "  board 3, game E-r1-b3: refused: bad\n"
            "  to do: put right what the site says of these; they are sent again when they change, or when "
            "pushed (adoube targets push lichess)");
    const auto json = to_json(std::vector{target.report()}).at(0);
    CHECK(json.at("state") == "not all taken");
    CHECK(json.at("command") == "push");
    CHECK(json.at("games").at(0).at("refused") == "bad");
    CHECK(json.at("games").at(0).at("players") == "Ann Adams – Ben Baker");
    CHECK(json.at("last_success") == now.count());
    CHECK(in_words({}, now) == "no target is configured");
    target.reset(now);
    CHECK(target.report().state == Report::State::waiting);
    REQUIRE(target.next(now += 2'000));
    tests::says(words(target, now),
                "lichess: sending for 0 s: it is being reset, and all games are sent again");
    target.answered(http_answer(200, {}, {}), now);
    CHECK(target.report().behind == 1);
}

TEST_CASE("a target waits, and nobody is told for what, until when, and what to do") {
    const HallMs now(1'800'000'000'000);
    const auto after = "; no success since the daemon's start";
    tests::Played game(3);
    game.play("e4");
    SECTION("for the first game") {
        CHECK(words(Target(pushed_round()), now) ==
              "lichess: nothing to send: no game of its boards and its round is public yet; no success since "
              "the daemon's start");
    }
    SECTION("for its turn") {
        Target target(pushed_round());
        target.put(game.state, now);
        REQUIRE(target.next(now));
        target.answered(http_answer(200, R"({"games":[{"moves":1}]})", {}), now);
        game.play("e5");
        target.put(game.state, now);
        CHECK(words(target, now) ==
              "lichess: waiting for 0 s: 1 game has changed and will be sent in turn, one push every 2 s at "
              "most; next try in 2 s; last success 0 s ago, at " +
                  text::local_second(1'800'000'000));
    }
    SECTION("as the site asked for it") {
        Target target(pushed_round());
        target.put(game.state, now);
        REQUIRE(target.next(now));
        target.answered(http_answer(429, {}, 90), now);
        tests::says(words(target, now), "failing for 0 s: the answer is 429, too many requests");
        tests::says(words(target, now), "; next try in 90 s");
        tests::says(words(target, now), "to do: nothing at first");
        REQUIRE(target.next(now + 90'000));
        target.answered({Answer::Outcome::done, {}, true, 30, R"({"games":[{"moves":1}]})"}, now + 90'000);
        target.push_again(now + 90'000);
        tests::says(words(target, now + 90'000),
                    "waiting for 0 s: the site has asked us to wait; next try in 30 s");
    }
    SECTION("for a reset, as a push was not answered") {
        Target target(pushed_round());
        target.put(game.state, now);
        REQUIRE(target.next(now));
        target.answered({Answer::Outcome::later, "no answer"}, now);
        target.reset(now);
        tests::says(words(target, now), "; its reset is not done yet");
        tests::says(words(target, now), "; next try in 30 s");
    }
    SECTION("for a file that the server refuses") {
        Target target(files());
        target.put(game.state, now);
        REQUIRE(target.next(now));
        target.answered({Answer::Outcome::refused, "550 no"}, now);
        CHECK(
            words(target, now + 1'000) ==
            "club: waiting for 1 s: the server refuses 1 file, and it is tried again by itself; next try in "
            "4 min" +
                std::string(after) +
                "\n  the file of all boards: refused: 550 no\n"
                "  to do: put right what the site says of these; they are sent again when they change, or "
                "when "
                "pushed (adoube targets push club)");
    }
    SECTION("for an upload without an answer") {
        Target target(files());
        target.put(game.state, now);
        REQUIRE(target.next(now));
        target.answered({Answer::Outcome::later, "no answer"}, now);
        tests::says(words(target, now),
                    "failing for 0 s: no answer; tried again until it works; 1 file not sent yet");
        REQUIRE(target.next(now + 6'000));
        target.answered({Answer::Outcome::done}, now + 6'000);
        tests::says(words(target, now + 6'000),
                    "an upload that was not answered may still arrive, so the file is sent once more after "
                    "that; next try in 24 s");
    }
}

TEST_CASE("the operator does not see what a site shows against the board") {
    Target target(pushed_round());
    HallMs now(1'800'000'000'000);
    tests::Played game(3);
    for (const auto* san : {"e4", "e5", "Nf3", "Nc6", "Bb5"}) game.play(san);
    target.put(game.state, now);
    REQUIRE(target.next(now));
    target.answered(http_answer(200, R"({"games":[{"moves":5}]})", {}), now);
    CHECK(target.report().games.at(0).compared.empty());
    game.take_back(2);
    game.play("Nf6");
    target.put(game.state, now);
    const auto told = target.report().games.at(0);
    CHECK(told.is_held);
    CHECK(told.differs == "the site shows 2... Nc6, the board 2... Nf6");
    CHECK(told.compared == std::vector<ComparedMove>{{"1...", "e5 1:29:46", "e5 1:29:46"},
                                                     {"2.", "Nf3 1:29:39", "Nf3 1:29:39"},
                                                     {"2...", "Nc6 1:29:32", "Nf6 1:29:18"},
                                                     {"3.", "Bb5 1:29:25", ""}});
    CHECK(
        words(target, now) ==
        "lichess: not all taken: 1 game is held back, as the site shows other moves of it than the board; it "
        "has "
        "taken all else; last success 0 s ago, at " +
            text::local_second(1'800'000'000) +
            "\n"
            "  board 3, game E-r1-b3: the site shows 2... Nc6, the board 2... Nf6\n"
            "  to do: if the site is to show what the board has, reset it: viewers see it empty for a moment "
            "(adoube targets reset lichess)");
    const auto json = to_json(std::vector{target.report()}).at(0);
    CHECK(json.at("command") == "reset");
    CHECK(json.at("games").at(0).at("moves").at(3).at("board").is_null());
    CHECK(json.at("games").at(0).at("moves").at(3).at("site") == "Bb5 1:29:25");
    target.reset(now);
    REQUIRE(target.next(now += 2'000));
    target.answered(http_answer(200, {}, {}), now);
    CHECK_FALSE(target.report().games.at(0).is_held);
}

TEST_CASE("whoever can put a failing target right is told to wait") {
    Target target(pushed_round());
    HallMs now(1'800'000'000'000);
    tests::Played game(3);
    game.play("e4");
    target.put(game.state, now);
    const auto told_after = [&](Answer::Outcome outcome) {
        REQUIRE(target.next(now));
        target.answered({outcome, "no", false}, now);
        auto told = words(target, now);
        target.push_again(now += 2'000);
        return told;
    };
    tests::says(told_after(Answer::Outcome::no_secrets),
                "to do: put that file right: nothing is sent before");
    tests::says(told_after(Answer::Outcome::not_trusted), "name who vouches for the site in ca");
    tests::says(told_after(Answer::Outcome::later), "to do: nothing at first");
    REQUIRE(target.next(now)); // a file that was put right counts within a minute
    target.answered({Answer::Outcome::no_secrets, "no", false}, now);
    REQUIRE(target.wake());
    CHECK(*target.wake() <= now + 60'000);
}

TEST_CASE("a file that many are like is told with each, or one that another reason has is not") {
    Settings cloud;
    cloud.name = "club";
    cloud.cloud = "ftp://files.example/live";
    Target target(cloud);
    HallMs now(1'800'000'000'000);
    for (const int board : {1, 2, 3, 4}) {
        tests::Played game(board);
        game.play("e4");
        target.put(game.state, now);
    }
    std::size_t notes = 0;
    while (const auto request = target.next(now)) {
        const bool is_first = request->url.ends_with("game-1.json");
        target.answered({Answer::Outcome::refused, is_first ? "disk full" : "no folder", false}, now);
        notes += target.take_notes().size();
    }
    CHECK(notes == 2);
    const auto told = words(target, now);
    tests::says(told, "refused: no folder (and ");
    tests::says(told, "refused: disk full\n");
    CHECK(std::ranges::count(told, '\n') == 3); // with what is to be done
}

TEST_CASE("before a round is armed nobody is told that a target shows another round") {
    auto round = pushed_round();
    const auto doubt = [&] { return doubt_of_round(round, {"1"}, "2"); };
    tests::says(doubt(),
                "/round/a shows round 1, and round 2 comes into it, too; for each round its own, add");
    CHECK(doubt_of_round(round, {}, "2").empty());
    CHECK(doubt_of_round(round, {"1", "2"}, "2").empty());
    round.round = "1";
    CHECK(doubt().empty());
    round.round = "2"; // in the configuration of the second day, with the address of the first
    CHECK(!doubt().empty());
    round.kind = Kind::file;
    CHECK(doubt().empty());
}
