#include "daemon/round/pairing_changes.hpp"

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

/// "2 3 1", or the error.
std::string boards(const std::vector<Sitting>& tables, const std::vector<Wanted>& wanted) {
    const auto boards = round::boards_of(tables, wanted);
    if (!boards) return boards.error();
    std::string text;
    for (const int board : *boards) text += (text.empty() ? "" : " ") + std::to_string(board);
    return text;
}

std::string told(const std::vector<Sitting>& tables, const std::vector<Wanted>& wanted) {
    const auto seats = round::seating(tables, wanted);
    return seats ? round::pairing_changes(tables, wanted, *seats).told() : seats.error();
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
    const Sitting touched{1, "g1", game("", ""), State::begun};
    const auto named = [](State state) { return Sitting{2, "g2", game("Ann A", "Ben B"), state}; };
    CHECK(planned({touched, named(State::open)}, {{1, game("Ann A", "Ben B")}}) == "1=g1* 2=-<");
    CHECK(planned({touched, named(State::begun)}, {{1, game("Ann A", "Ben B")}, {2, game("A1", "B1")}}) ==
          "2=g1* 1=g2*");
    CHECK(planned({touched, named(State::begun)}, {{1, game("Ann A", "Ben B")}}) == "2=- 1=g2*");
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

TEST_CASE("a list without boards takes a game from its board, or two games get one board") {
    const auto open = hall(State::open, State::begun, State::over);
    CHECK(
        boards(open, {{0, game("Eve E", "Fay F")}, {0, game("Ann A", "Bob B")}, {0, game("Cat", "Dan D")}}) ==
        "3 1 2");
    CHECK(
        boards(open, {{0, game("Xan X", "Yin Y")}, {0, game("Ann A", "Ben B")}}) ==
        "there is no board left for Xan X - Yin Y: give the configuration a [[board]] for it, without a port "
        "if it has no electronics, and start the daemon again: the games lose nothing"); // the others are
                                                                                         // played
    CHECK(boards(open, {{0, game("Xan X", "Yin Y")}}) == "1");
    CHECK(boards(open, {{0, game("Xan X", "Yin Y", "2")}, {0, game("Eve E", "Cat C", "2")}}) == "1 2");
    CHECK(boards(open, {{0, game("Xan X", "Yin Y", "2")}, {1, game("Eve E", "Cat C", "2")}}) == "2 1");
    CHECK(boards(open, {{2, game("Ann A", "Ben B")}, {0, game("Xan X", "Yin Y")}}) == "2 1");
    auto swapped = open;
    std::swap(swapped[0].number, swapped[2].number);
    CHECK(planned(swapped, {{0, game("Ann A", "Ben Bo")}, {0, game("Eve E", "Fay F")}}) == "3=g1 2=- 1=g3*");
}

TEST_CASE("a list of pairings does not tell what it changes, game by game") {
    const auto open = hall(State::open, State::begun, State::open);
    const auto same = [](int first, int second, int third) {
        return std::vector<Wanted>{{first, game("Ann A", "Ben B")},
                                   {second, game("Cat C", "Dan D")},
                                   {third, game("Eve E", "Fay F")}};
    };
    CHECK(told(open, same(1, 2, 3)) == "3 games: nothing changes");
    CHECK(told(open, same(3, 1, 2)) == "3 games: 3 moved\n"
                                       "board 1: Cat C - Dan D, at the table that was board 2\n"
                                       "board 2: Eve E - Fay F, moved from board 3\n"
                                       "board 3: Ann A - Ben B, moved from board 1");
    auto list = same(1, 2, 3);
    list[0].tags["Black"] = "Benn B", list[1].tags["WhiteElo"] = "2100";
    std::swap(list[2].tags["White"], list[2].tags["Black"]);
    CHECK(told(open, list) == "3 games: 1 renamed, 1 with other colours, 1 corrected otherwise\n"
                              "board 1: Ann A - Benn B, Black was Ben B\n"
                              "board 2: Cat C - Dan D, other WhiteElo\n"
                              "board 3: Fay F - Eve E, with the colours the other way round");
    CHECK(told(open, {{3, game("Ann A", "Ben \nB")}}) ==
          "1 game: 1 moved, 1 renamed; not in the list, and left as they are: board 2\n"
          "board 3: Ann A - Ben \\u{0a}B, moved from board 1, Black was Ben B");
    CHECK(told(open, {{1, game("Xan X", "Yin Y")}, {3, game("Eve E", "Fay F")}}) ==
          "2 games: 1 renamed, 1 unchanged; not in the list, and left as they are: board 2\n"
          "board 1: Xan X - Yin Y, instead of Ann A - Ben B");
    const auto over = hall(State::over, State::over, State::over);
    CHECK(told(over, {{1, game("Ann A", "Dan D", "2")}, {2, game("Eve E", "Ben B", "2")}}) ==
          "2 games: 2 new");
    auto other_play = same(1, 2, 3);
    other_play[0].play = "180+2";
    other_play[1].play = "180+2"; // it is played
    CHECK(told(open, other_play) ==
          "3 games: 1 corrected otherwise, 2 unchanged\n"
          "board 1: Ann A - Ben B, another time control, start position or edition of the Laws");
}
