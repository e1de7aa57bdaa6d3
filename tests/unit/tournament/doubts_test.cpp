#include "daemon/tournament/doubts.hpp"

#include "tests/catch.hpp"

using namespace adoube::tournament;

namespace {

Player named(const std::string& name, int number = 0, const std::string& fide_id = "1") {
    Player player;
    player.name = name;
    player.start_number = number;
    player.fide_id = fide_id;
    return player;
}

std::vector<std::string> wrong(std::vector<Pairing> pairings, std::vector<Absent> byes = {},
                               const std::set<int>& tables = {}) {
    return doubts_of({1, std::move(pairings), std::move(byes), {}}, tables).wrong;
}

} // namespace

TEST_CASE("a round that can be played is doubted") {
    const auto doubts = doubts_of(
        {2,
         {{1, named("Ann", 1, "11"), named("Ben", 2, "12")}, {2, named("Cat", 3, ""), named("Dan", 4, "")}},
         {{named("Eve", 5, "15"), "half-point bye"}},
         {}},
        {1, 2, 3, 4, 7});
    CHECK(doubts.wrong.empty());
    CHECK(doubts.remarks == std::vector<std::string>{
                                "no game is on table 3 to 4, 7",
                                "2 players have no FIDE id: broadcast sites know them by their names alone"});
}

TEST_CASE("a name that lost a letter on its way is published without a word") {
    const auto remarks = [](const char* one, const char* other) {
        return doubts_of({1, {{1, named(one, 1, "11"), named(other, 2, "12")}}, {}}).remarks;
    };
    CHECK(remarks("Łukasiewicz, Jan", "O'Neill, Ann").empty());
    CHECK(remarks("?ukasiewicz, Jan", "Baker, Ben") ==
          std::vector<std::string>{
              "one name lacks a letter, as \"?ukasiewicz, Jan\": save the list as UTF-8, or correct it"});
    CHECK(remarks("Baker, Ben", "\ufffdngstr\ufffdm").size() == 1);
    RoundPairings strange{1, {{1, named("Ann", 1, "11"), named("Ben", 2, "12")}}, {}};
    strange.remarks = {"a day is none"};
    CHECK(doubts_of(strange).remarks == strange.remarks);
}

TEST_CASE("what is wrong with a round is not told before it starts") {
    CHECK(wrong({}) == std::vector<std::string>{"nobody has an opponent in round 1"});
    for (const char* unknown : {"", "?", "X", "é", "bye", "Unknown"})
        CHECK(wrong({{3, named(unknown, 1, ""), named("Ben", 2, "")}}).size() == 1);
    CHECK(wrong({{1, named("Ann", 1, "11"), named("Ben", 2, "11")}}) ==
          std::vector<std::string>{"FIDE id 11 is that of Ann and of Ben"});
    CHECK(wrong({{1, named("Ann", 0, ""), named("Ben", 0, "")},
                 {2, named("Cat", 0, ""), named("Ann", 0, "")}}) ==
          std::vector<std::string>{"Ann plays twice: board 1, White and board 2, Black"});
    CHECK(wrong({{1, named("Ann", 1, ""), named("Ben", 2, "")},
                 {2, named("Cat", 3, ""), named("Dan", 1, "")}}) ==
          std::vector<std::string>{"start number 1 plays twice: board 1, White and board 2, Black"});
    CHECK(wrong({{1, named("Ann", 1, ""), named("Ben", 2, "")}}, {{named("Ann", 1, ""), ""}}) ==
          std::vector<std::string>{"Ann has both a bye and a game"});
    CHECK(wrong({{1, named("Ann", 1, ""), named("Ben", 2, "")},
                 {1, named("Cat", 3, ""), named("Dan", 4, "")}}) ==
          std::vector<std::string>{"two games are on board 1"});
    CHECK(wrong({{2, named(std::string(200, 'A'), 1, ""), named(std::string(201, 'B'), 2, "")}}) ==
          std::vector<std::string>{"board 2: the tag Black is too long: 201 bytes, and 200 are the most"});
    CHECK(wrong({{0, named("Ann", 1, ""), named("Ben", 2, "")}}) ==
          std::vector<std::string>{"Ann - Ben has no board"});
    CHECK(wrong({{5, named("Ann", 1, ""), named("Ben", 2, "")}}, {}, {1, 2}) ==
          std::vector<std::string>{
              "board 5 is no table of the hall: add a [[board]] for it, without a port if it "
              "has no electronics"});
}
