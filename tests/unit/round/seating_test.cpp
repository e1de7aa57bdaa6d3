#include "daemon/round/seating.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"

using namespace adoube;
using round::Sitting;
using round::Wanted;
using State = Sitting::State;

namespace {

record::Tags game(const std::string& white, const std::string& black, const std::string& in_round = "1") {
    record::Tags tags{{"Event", "E"}, {"Round", in_round}};
    if (!white.empty()) tags["White"] = white;
    if (!black.empty()) tags["Black"] = black;
    return tags;
}

/// "3=g1 1=new 2=-", a * for a begun game, a < where a game left.
std::string planned(const std::vector<Sitting>& tables, const std::vector<Wanted>& wanted) {
    const auto seats = round::seating(tables, wanted);
    if (!seats) return seats.error();
    std::string text;
    for (const auto& seat : *seats)
        text += (text.empty() ? "" : " ") + std::to_string(seat.number) + '=' +
                (!seat.wanted        ? "-"
                 : seat.game.empty() ? "new"
                                     : seat.game) +
                (seat.begun ? "*" : "") + (seat.left ? "<" : "");
    return text;
}

std::vector<Sitting> hall(State first, State second, State third) {
    return {{1, "g1", game("Ann A", "Ben B"), first},
            {2, "g2", game("Cat C", "Dan D"), second},
            {3, "g3", game("Eve E", "Fay F"), third}};
}

} // namespace

TEST_CASE("a game does not keep its id when it moves to another board, or a name is corrected") {
    const auto open = hall(State::open, State::open, State::still);
    CHECK(planned(open,
                  {{1, game("Ann A", "Ben B")}, {2, game("Cat C", "Dan D")}, {3, game("Eve E", "Fay F")}}) ==
          "1=g1 2=g2 3=g3");
    CHECK(planned(open, {{3, game("B., Ben", "Ann A")},
                         {1, game("Cat C", "Dunn D")},
                         {2, game("Eve E", "Fay F")}}) == "1=g2 2=g3 3=g1");
    CHECK(planned(open,
                  {{3, game("A, Ann", "b ben")}, {1, game("Cat C", "Dunn D")}, {2, game("Eve", "Fay F")}}) ==
          "1=g2 2=g3 3=g1");
    CHECK(planned(open, {{1, game("Ben B", "Ann A")}}) == "1=g1 2=- 3=-"); // colours
    CHECK(planned(open, {{1, game("Xan X", "Yin Y")}}) == "1=g1 2=- 3=-"); // both names
    CHECK(planned(open, {{2, game("Ann A", "Ben B")}}) == "1=-< 2=g1 3=-");
    auto numbered = open;
    numbered[0].tags["WhiteStartNo"] = "7", numbered[0].tags["BlackStartNo"] = "9";
    auto renamed = game("Anna", "Benny");
    renamed["WhiteStartNo"] = "7", renamed["BlackStartNo"] = "9";
    CHECK(planned(numbered, {{3, renamed}, {1, game("Eve E", "Fay F")}}) == "1=g3 2=- 3=g1");
    auto other_id = game("Ann A", "Ben B");
    numbered[0].tags["WhiteFideId"] = "1", other_id["WhiteFideId"] = "2";
    CHECK(planned(numbered, {{2, other_id}}) == "1=-< 2=g1 3=-"); // by Black
}

TEST_CASE("a game that has begun loses its table, or two tables get one number") {
    const auto begun = hall(State::begun, State::open, State::over);
    CHECK(planned(begun,
                  {{2, game("Ann A", "Ben B")}, {1, game("Cat C", "Dan D")}, {3, game("Eve E", "Fay F")}}) ==
          "2=g1* 1=g2 3=g3*");
    CHECK(planned(begun,
                  {{3, game("Ann A", "Ben B")}, {1, game("Cat C", "Dan D")}, {2, game("Eve E", "Fay F")}}) ==
          "3=g1* 1=g2 2=g3*");
    CHECK(planned(begun, {{2, game("Ann A", "Ben B")}}) == "2=g1* 1=- 3=-");
}

TEST_CASE("a round is armed over a game without a result, or one that is played") {
    const auto next = [](State first) {
        return planned(hall(first, State::over, State::over),
                       {{1, game("Ann A", "Cat C", "2")}, {2, game("Ben B", "Dan D", "2")}});
    };
    CHECK(next(State::over) == "1=new 2=new 3=-");
    for (const auto state : {State::open, State::still, State::begun})
        CHECK(next(state) ==
              "board 1: game g1 (Ann A - Ben B) has no result yet: enter it first, then arm the "
              "next round");
    CHECK(planned({{1, "g1", game("", ""), State::still}}, {{1, game("A1", "B1", "2")}}) ==
          "1=new"); // no players yet
    CHECK(planned(hall(State::begun, State::open, State::open), {{1, game("Xan X", "Yin Y")}}) ==
          "board 1: game g1 (Ann A - Ben B) is played there, and the list has Xan X - Yin Y: correct its "
          "tags, or "
          "the list, first");
    CHECK(planned(hall(State::open, State::open, State::open), {{1, game("A", "B")}, {1, game("C", "D")}}) ==
          "two games are for board 1");
    tests::says(planned(hall(State::open, State::open, State::open), {{9, game("A", "B")}}),
                "there is no board 9 for A - B: give the configuration a [[board]] for it");
}

TEST_CASE("a correction takes away what is no player's, or leaves what the list no longer has") {
    const record::Tags known{{"Event", "E"}, {"Date", "2026.11.20"}, {"White", "A"}, {"WhiteTitle", "GM"}};
    const record::Tags wanted{{"Event", "F"}, {"White", "B"}};
    CHECK(round::corrections(known, wanted, true) == record::Tags{{"White", "B"}, {"WhiteTitle", ""}});
    CHECK(round::corrections(known, wanted, false) ==
          record::Tags{{"Event", "F"}, {"White", "B"}, {"WhiteTitle", ""}});
}
