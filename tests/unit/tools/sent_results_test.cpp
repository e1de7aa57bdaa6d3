#include "daemon/results/sent_results.hpp"

#include "daemon/results/written_results.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using results::HallGame;
using tournament::Score;

TEST_CASE("results that a daemon sends do not arrive as they were, or anything else is taken for results") {
    const std::vector<HallGame> games{{"E-r1-b1",
                                       {},
                                       1,
                                       {{"White", "Żółty, \"P1\"\n"}, {"WhiteStartNo", "7"}},
                                       Score::both_forfeit,
                                       true,
                                       "[Event \"E\"]\n"},
                                      {"E-r1-b2", {}, 2, {}, {}, false, "*\n"}};
    const auto sent = results::to_json(games);
    const auto read = results::from_json(sent);
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK(results::to_json(*read) == sent);
    CHECK(read->at(0).tags == games[0].tags);
    CHECK(read->at(0).score == Score::both_forfeit);
    CHECK(read->at(0).confirmed);
    CHECK(!read->at(1).score);
    CHECK(read->at(1).pgn == "*\n");
    for (const auto* other : {"", "ok", "{}", "[1]", "[{}]", R"([{"id":1}])",
                              R"([{"id":"a","board":1,"tags":{},"pgn":"","score":"2-0"}])",
                              R"([{"id":"a","board":1,"tags":{"White":1},"pgn":""}])",
                              R"([{"id":"a","board":1e99,"tags":{},"pgn":""}])"}) {
        CAPTURE(other);
        CHECK(!results::from_json(other));
    }
}

TEST_CASE("a pairing program's file gets no federation or arbiters with the results, or not each deputy") {
    const auto trf = tournament::Trf::read("012 Open\n001    1      Adams, Ann\n").value();
    const auto with = [&](record::Tags tags) {
        return results::trf_with({{"E-r1-b1", {}, 1, {}, {}, false, {}},
                                  {"E-r1-b2", {}, 2, std::move(tags), {}, false, {}}},
                                 trf, 1)
            .bytes;
    };
    CHECK(with({}) == trf.bytes());
    CHECK(with({{"EventFederation", "POR"},
                {"ChiefArbiter", "Silva, Ana"},
                {"DeputyArbiters", " Reis, Rui ;; Dias, Eva;"}}) ==
          "012 Open\n032 POR\n102 Silva, Ana\n112 Reis, Rui\n112 Dias, Eva\n001    1      Adams, Ann\n");
}
