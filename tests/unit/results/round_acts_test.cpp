#include "daemon/results/round_acts.hpp"

#include "tests/catch.hpp"

using namespace adoube;
using results::HallGame;
using results::RoundAct;
using results::RoundActs;
using tournament::Score;
using What = results::RoundAct::What;

namespace {

RoundAct act(What what, const std::string& round = "3", const std::string& event = "E") {
    return {.what = what,
            .event = event,
            .round = round,
            .utc_ms = UtcMs(1'763'650'931'000),
            .by = "Otto (token 3)",
            .results = what == What::close ? "hash" : ""};
}

/// "started", "closed", "started and closed" or "open".
std::string state_of(const RoundActs& acts, const std::string& round = "3", const std::string& event = "E") {
    const auto state = acts.of(event, round);
    if (!state.started && !state.closed) return "open";
    return std::string(state.started ? "started" : "") + (state.started && state.closed ? " and " : "") +
           (state.closed ? "closed" : "");
}

std::vector<HallGame> two_games() {
    return {
        {"a", {}, 1, {{"White", "Adams, Ann"}, {"Black", "Baker, Ben"}}, Score::draw, true, "[A]\n"},
        {"b", {}, 2, {{"White", "Cole, Cleo"}, {"Black", "Dean, Dora"}}, Score::white_wins, true, "[B]\n"}};
}

} // namespace

TEST_CASE("a round is started or closed twice, or another one or another event's is meant") {
    const struct {
        std::vector<What> done;
        const char* state;
        std::vector<What> refused;
    } rows[] = {
        {{}, "open", {What::reopen}},
        {{What::start}, "started", {What::start}},
        {{What::close}, "closed", {What::start, What::close}},
        {{What::start, What::close}, "started and closed", {What::start, What::close}},
        {{What::start, What::close, What::reopen}, "started", {What::start}},
        {{What::start, What::close, What::reopen, What::reopen}, "open", {What::reopen}},
        {{What::start, What::reopen}, "open", {What::reopen}},
        {{What::close, What::reopen, What::start}, "started", {What::start}},
    };
    for (const auto& row : rows) {
        RoundActs acts;
        for (const auto what : row.done) {
            CHECK(acts.objection(act(what)).empty());
            acts.add(act(what));
        }
        CAPTURE(row.state, row.done.size());
        CHECK(state_of(acts) == row.state);
        CHECK(state_of(acts, "4") == "open");
        CHECK(state_of(acts, "3", "Another") == "open");
        for (const auto what : {What::start, What::close, What::reopen}) {
            const auto why = acts.objection(act(what));
            CHECK(why.empty() == (std::ranges::find(row.refused, what) == row.refused.end()));
            if (!why.empty()) CHECK(why.starts_with("round 3 "));
        }
    }
    RoundActs acts;
    acts.add(act(What::close));
    CHECK(acts.objection(act(What::start)) == "round 3 is closed, by Otto (token 3): open it again first");
}

TEST_CASE("an act on a round is lost or changed when it is kept, or something else is taken for one") {
    RoundActs acts;
    for (const auto what : {What::start, What::close, What::reopen})
        acts.add(act(what, "3", "Żółty \"P1\"\n"));
    const auto lines = acts.lines();
    CHECK(std::ranges::count(lines, '\n') == 3);
    CHECK(RoundActs::parse(lines).value().all() == acts.all());
    CHECK(RoundActs::parse("").value().all().empty());
    for (const auto* other :
         {"x\n", "{}\n", "[]\n", "\n", R"({"event":"E","round":"3","did":"end","at":1,"by":""})",
          R"({"event":"E","round":3,"did":"start","at":1,"by":""})",
          R"({"event":"E","round":"3","did":"start","at":"1","by":""})",
          R"({"event":"E","round":"3","did":"start","at":1})"}) {
        CAPTURE(other);
        const auto read = RoundActs::parse(lines + other);
        REQUIRE_FALSE(read);
        CHECK(read.error() == "does not hold acts on rounds, as its line 4 is none");
    }
    CHECK(RoundActs::parse(lines.substr(0, lines.size() - 2)).error() ==
          "does not hold acts on rounds, as its line 3 is none"); // torn
}

TEST_CASE("acts on rounds grow without bound, or the newest is forgotten") {
    RoundActs acts;
    for (std::size_t n = 0; n < RoundActs::most + 3; ++n) acts.add(act(What::start, std::to_string(n)));
    CHECK(acts.all().size() == RoundActs::most);
    CHECK(state_of(acts, "2") == "open");
    CHECK(state_of(acts, std::to_string(RoundActs::most + 2)) == "started");
}

TEST_CASE("results that have changed since a round was closed look the same, or others look changed") {
    const auto games = two_games();
    const auto digest = results::digest_of(games);
    CHECK(digest.size() > 40);
    CHECK(results::digest_of(two_games()) == digest);
    auto confirmed = games;
    confirmed[0].confirmed = false; // no file has it
    CHECK(results::digest_of(confirmed) == digest);
    auto result = games, moves = games, name = games, fewer = games;
    result[0].score = Score::black_wins;
    moves[1].pgn = "[B] 1. e4\n";
    name[0].tags["White"] = "Adams, Anne";
    fewer.pop_back();
    for (const auto* other : {&result, &moves, &name, &fewer}) CHECK(results::digest_of(*other) != digest);
}

TEST_CASE("a round is closed without a word though a game has no result, or nobody has confirmed it") {
    auto games = two_games();
    CHECK(results::close_doubts(games).empty());
    games[0].score.reset();
    games[1].confirmed = false;
    CHECK(
        results::close_doubts(games) ==
        std::vector<std::string>{"board 1, Adams, Ann - Baker, Ben: it has no result",
                                 "board 2, Cole, Cleo - Dean, Dora 1-0: no arbiter has confirmed it (8.7)"});
}
