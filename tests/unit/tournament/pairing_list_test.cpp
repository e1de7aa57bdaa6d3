#include "daemon/tournament/board_order.hpp"
#include "daemon/tournament/doubts.hpp"
#include "daemon/tournament/pairing_csv.hpp"
#include "daemon/tournament/pairing_pgn.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube::tournament;

namespace {

std::string told(const RoundPairings& round) {
    std::string text = std::to_string(round.round) + ":";
    for (const auto& [board, white, black] : round.pairings) {
        text += ' ' + std::to_string(board);
        for (const auto* player : {&white, &black})
            text += " [" + player->title + '|' + player->name + '|' + player->rating + '|' +
                    (player->start_number > 0 ? std::to_string(player->start_number) : "") + '|' +
                    player->fide_id + ']';
    }
    for (const auto& player : round.byes) text += " bye " + player.name;
    return text;
}

std::string csv(const std::string& text, std::optional<int> round = {}) {
    const auto read = pairings_of_csv(text, round);
    return read ? told(*read) : read.error();
}

Player player(int number, double points) {
    Player one;
    one.start_number = number;
    one.points = points;
    one.name = "P" + std::to_string(number);
    return one;
}

} // namespace

TEST_CASE("a list of pairings loses a column, whatever stands between the columns") {
    const std::string expected =
        "1: 1 [GM|Adams, Ann|2500|1|4600001] [|Baker, Ben|2100|2|] 2 [|Ölz|||] [|\"Q\" R|||]";
    const std::string rows[] = {
        "board;white;white_title;white_rating;white_no;white_fide_id;black;black_rating;black_no\n"
        "1;Adams, Ann;g;2500;1;4600001;Baker, Ben;2100;2\n\n2;Ölz;;;;;\"\"\"Q\"\" R\";;\n",
        "Board,White,white_title,white_elo,white_no,white_fide_id,Black,black_elo,black_no\r\n"
        "1,\"Adams, Ann\",GM,2500,1,4600001,\"Baker, Ben\",2100,2\r\n2,Ölz,,,,,\"\"\"Q\"\" R\",,\r\n",
        "\xef\xbb\xbf"
        "board\twhite\twhite_title\twhite_rating\twhite_no\twhite_fide_id\tblack\tblack_rating\tblack_no\r"
        "1\tAdams, Ann\tgm\t2500\t1\t4600001\tBaker, Ben\t2100\t2\r2\tÖlz\t\t\t\t0\t\"\"\"Q\"\" R\"\r",
        "board;white;white_title;white_rating;white_no;white_fide_id;black;black_rating;black_no\n"
        "1;Adams, Ann;g;2500;1;4600001;Baker, Ben;2100;2\n2;\xd6lz;;;;;\"\"\"Q\"\" R\";;\n",
    };
    for (const auto& text : rows) CHECK(csv(text, 1) == expected);
}

TEST_CASE("a list from a results site is not understood, in its language") {
    const std::string row =
        "1;3;GM;Adams Ann;2500;2;1 - 0;1½;;Baker Ben;2100;14\n2;5;;Cole Cat;;1;;1;WIM;Dunn Di;1900;9\n"
        "3;7;;Eve E;1800;0;;;;bye;;-1\n";
    const std::string expected =
        "3: 1 [GM|Adams Ann|2500|3|] [|Baker Ben|2100|14|] 2 [|Cole Cat||5|] [WIM|Dunn Di|1900|9|]"
        " bye Eve E";
    for (const char* header : {"Bo.;No.;;Name White;Rtg;Pts.;Result;Pts.;;Name Black;Rtg;No.\n",
                               "Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.\n",
                               "Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.\n",
                               "Br.;Nr.;;Name;Elo;Pkt.;Ergebnis;Pkt.;;Name;Elo;Nr.\n",
                               "M.;No.;;Nombre;Elo;Pts.;Resultado;Pts.;;Nombre;Elo;No.\n",
                               "Br.;Nr.;;Weiß;Elo;Pkt.;Ergebnis;Pkt.;;Schwarz;Elo;Nr.\n",
                               "M.;No.;;Blancas;Elo;Pts.;Resultado;Pts.;;Negras;Elo;No.\n"})
        CHECK(csv(std::string("A Tournament\n\nRound 3 on 2026/11/20\n") + header + row) == expected);
}

TEST_CASE("rows of another round are taken, or a file without a header is") {
    const std::string text = "round;board;white;black\n1;1;Ann A;Ben B\n2;1;Ben B;Ann A\n";
    CHECK(csv(text, 2) == "2: 1 [|Ben B|||] [|Ann A|||]");
    CHECK(csv(text, 3) == "3:");
    CHECK(csv(text) == "2: 1 [|Ben B|||] [|Ann A|||]");
    for (const char* players : {"No.;Name;Rtg\n1;Ann;2000\n", "Name;Name;Name\nA;B;C\n", "1;Ann;Ben\n"})
        adoube::tests::says(csv(players), "no line with the columns white and black");
    adoube::tests::says(csv(""), "no line with the columns white and black");
}

TEST_CASE("a list whose title names its round is taken for another, or one that names none for round 0") {
    const auto with = [](const std::string& title, std::optional<int> round = {}) {
        const auto read = pairings_of_csv(title + "\nboard;white;black\n1;Ann;Ben\n", round);
        return read ? std::to_string(read->round) + ' ' + read->date : read.error();
    };
    for (const char* title :
         {"Round 3", "Runde 3;;;", "Open 2026;\nRONDA 3\nupdated 28.11.2026", "Ronde 3, 14:00", "Turno 3",
          "Rodada 3", "3. Runde", "3ª ronda", "3rd round", "Round 3 of 9", "Round 3/9", "\"Round 3\""})
        CHECK(with(title) == "3 ");
    CHECK(with("Runde 3 am 2026/11/30") == "3 2026.11.30");
    CHECK(with("Round 12 on 2026/11/20 at 14:00;;") == "12 2026.11.20");
    const std::string asks = "it does not say which round it is: name the round (--round 3 for the third)";
    for (const char* title : {"", "Open of A-Town", "9 Rounds Swiss", "Round robin 2026", "9 round Swiss",
                              "Round 0", "Round 2026", "Round 26/11/29", "Round 1\nRound 2"}) {
        CAPTURE(title);
        CHECK(with(title) == asks);
        CHECK(with(title, 5) == "5 ");
    }
    CHECK(no_opponents(*pairings_of_csv("Round 3\nwhite;black\nAnn;Ben\n", 2)) ==
          "nobody has an opponent in round 2: the file has round 3");
    CHECK(pairings_of_csv("round;white;black\n2;Ann;Ben\n;Cat;Dan\n", {})->faults ==
          std::vector<std::string>{"1 game of the list has no round, while others have one"});
    const std::string pgn = "[White \"Ann\"]\n[Black \"Ben\"]\n\n*\n";
    CHECK(pairings_of_pgn(pgn, {}).error() == asks);
    CHECK(told(*pairings_of_pgn(pgn, 4)) == "4: 0 [|Ann|||] [|Ben|||]");
}

TEST_CASE("the day of a round in PGN is not taken, or one of several without a word") {
    const auto game = [](const std::string& round, const std::string& date) {
        return "[Round \"" + round + "\"]\n[Date \"" + date + "\"]\n[White \"A\"]\n[Black \"B\"]\n\n*\n\n";
    };
    const auto first = pairings_of_pgn(game("1.1", "2026.11.28") + game("2.1", "2026.??.??") +
                                           game("2.2", "2026.11.29") + game("2.3", "2026.11.29"),
                                       {});
    CHECK(first->date == "2026.11.29");
    CHECK(first->remarks.empty());
    const auto two = pairings_of_pgn(game("2.1", "2026.11.29") + game("2.2", "2026.11.30"), {});
    CHECK(two->remarks ==
          std::vector<std::string>{"the games of the round have different dates: all get 2026.11.29"});
    CHECK(pairings_of_pgn(game("2.1", "2026.02.30"), {})->date.empty());
}

TEST_CASE("PGN as a list of pairings loses the board, the round or a tag") {
    const std::string pgn =
        "[Event \"E\"]\n[Round \"3.7\"]\n[White \"Adams, Ann\"]\n[Black \"Baker, Ben\"]\n[WhiteElo "
        "\"2500\"]\n"
        "[BlackTitle \"f\"]\n[WhiteFideId \"4600001\"]\n[Result \"*\"]\n\n*\n\n"
        "[Event \"E\"]\n[Round \"3\"]\n[Table \"2\"]\n[White \"?\"]\n[Black \"Dunn\"]\n\n*\n\n"
        "[Event \"E\"]\n[Round \"2.1\"]\n[White \"Old\"]\n[Black \"Past\"]\n\n*\n";
    const auto last = pairings_of_pgn(pgn, {});
    REQUIRE(last);
    CHECK(told(*last) == "3: 7 [|Adams, Ann|2500||4600001] [FM|Baker, Ben|||] 2 [||||] [|Dunn|||]");
    CHECK(told(*pairings_of_pgn(pgn, 2)) == "2: 1 [|Old|||] [|Past|||]");
    CHECK(no_opponents(*pairings_of_pgn(pgn, 4)) ==
          "nobody has an opponent in round 4: the file has rounds 2 to 3");
    CHECK(no_opponents(*pairings_of_csv("round;white;black\n1;Ann;Ben\n3;Cat;Dan\n", 2)) ==
          "nobody has an opponent in round 2: the file has rounds 1, 3");
    CHECK(pairings_of_pgn("", {}).error() == "it has no games");
    adoube::tests::says(pairings_of_pgn("[White \"A\"]\n\n1. e5 *\n", {}).error(), "line 3: ");
}

TEST_CASE("boards are not proposed from the best score down, or those of a list are not taken") {
    std::vector<Pairing> pairings{{0, player(9, 0), player(4, 1)},
                                  {0, player(3, 1), player(1, 1)},
                                  {0, player(8, 1.5), player(7, 0)},
                                  {0, player(2, 1), player(5, 1)}};
    auto proposed = pairings;
    propose_boards(proposed);
    std::vector<int> whites;
    for (const auto& one : proposed) whites.push_back(one.white.start_number);
    CHECK(whites == std::vector{8, 3, 2, 9});
    CHECK(proposed.back().board == 4);
    const std::vector<Pairing> list{{1, player(2, 0), player(5, 0)},
                                    {2, player(1, 0), player(3, 0)},
                                    {7, player(9, 0), player(4, 0)},
                                    {8, player(20, 0), player(21, 0)}};
    const auto doubts = take_boards(pairings, list);
    CHECK(doubts ==
          std::vector<std::string>{"the list of boards has the colours of P3 - P1 the other way round",
                                   "the list of boards has no game P8 - P7",
                                   "the list of boards has a game more, P20 - P21 on board 8"});
    CHECK(pairings[0].board == 0); // P8 - P7
    CHECK(pairings[3].board == 7);
}

TEST_CASE("damage to a list ends the program") {
    const std::string text = "board;white;black;white_no\n1;\"Ann, A\";Ben;3\n2;Cat;Dan;4\n";
    for (const auto seed : adoube::tests::seeds({300, 20'000})) {
        std::mt19937_64 random(seed);
        auto damaged = text;
        for (int times = 0; times < 4; ++times)
            damaged[random() % damaged.size()] = "\";,\t\n\r\xff"
                                                 "1a"[random() % 9];
        CAPTURE(seed);
        const auto read = pairings_of_csv(damaged, {});
        if (read) CHECK(read->pairings.size() <= damaged.size());
        const auto pgn = pairings_of_pgn(damaged, {});
        CHECK((pgn || !pgn.error().empty()));
    }
}

TEST_CASE("characters that only turn the writing come from a list into names, or others are not told") {
    const auto csv =
        pairings_of_csv("round;board;white;black\n1;1;\u200fכהן, יעל\u202c;Ba\uffffker\n", {}).value();
    CHECK(csv.pairings.at(0).white.name == "כהן, יעל");
    const std::vector<std::string> wrong{
        "board 1: the tag Black holds U+FFFF, which is no character: write it without"};
    CHECK(doubts_of(csv).wrong == wrong);
    const auto pgn =
        pairings_of_pgn(
            "[White \"\u2067כהן, יעל\u2069\"]\n[Black \"Ba\uffffker\"]\n[Round \"1\"]\n[Board \"1\"]\n\n*\n",
            {})
            .value();
    CHECK(pgn.pairings.at(0).white.name == "כהן, יעל");
    CHECK(doubts_of(pgn).wrong == wrong);
}
