#include "daemon/tournament/trf.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tournament/model_tournament.hpp"

#include <algorithm>

using namespace adoube::tournament;
using adoube::tests::ModelTournament;

namespace {

/// 012…89, then the rounds.
std::string player_line(int number, const std::string& rounds, const std::string& points = " 0.0") {
    auto text = std::to_string(number);
    text.insert(0, 4 - text.size(), ' ');
    return "001 " + text + " m  g Adams, Ann                        2100 ENG     4600001 1990/01/31 " +
           points + ' ' + text + rounds + "\n";
}

Score score_of(const std::string& result) {
    for (const auto score : {Score::white_wins, Score::black_wins, Score::draw, Score::white_by_forfeit,
                             Score::black_by_forfeit, Score::both_forfeit})
        if (to_string(score) == result) return score;
    FAIL(result);
    return {};
}

std::string with_ends(std::string text, const std::string& end) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size())
        text.replace(at, 1, end);
    return text;
}

std::string to_latin_1(const std::string& utf8) {
    std::string bytes;
    for (std::size_t at = 0; at < utf8.size(); ++at)
        if ((utf8[at] & 0xe0) == 0xc0)
            bytes += static_cast<char>((utf8[at] & 3) << 6 | (utf8[at + 1] & 0x3f)), ++at;
        else
            bytes += utf8[at];
    return bytes;
}

std::string without_trailing_blanks(const std::string& text) {
    std::string all;
    for (const char c : text) {
        if (c == '\n') all.erase(all.find_last_not_of(' ') + 1);
        all += c;
    }
    return all;
}

Trf read(const std::string& text) {
    auto trf = Trf::read(text);
    if (!trf) FAIL(trf.error());
    return std::move(*trf);
}

} // namespace

TEST_CASE("a code of the format is not read as what it says") {
    struct Case {
        const char *of_1, *of_2;
        bool plays;
    };
    const Case cases[] = {
        {"     2 w 1", "     1 b 0", true},  {"     2 w 0", "     1 b 1", true},
        {"     2 w =", "     1 b =", true},  {"     2 w W", "     1 b L", true},
        {"     2 w D", "     1 b D", true},  {"     2 w w", "     1 b l", true},
        {"     2 w +", "     1 b -", true},  {"     2 w -", "     1 b -", true},
        {"     2 W 1", "     1 B 0", true},  {"     2 w  ", "     1 b  ", true},
        {"     2 w", "     1 b", true},      {"  0000 - H", "  0000 - F", false},
        {"  0000 - U", "  0000 - Z", false}, {"  0000 - h", "  0000 - u", false},
        {"  0000 - -", "  0000 - =", false}, {"          ", "", false},
    };
    for (const auto& [of_1, of_2, plays] : cases) {
        CAPTURE(of_1, of_2);
        const auto trf = read(player_line(1, of_1) + player_line(2, of_2));
        const auto round = trf.round(1);
        CHECK(round.faults.empty());
        REQUIRE(round.pairings.size() == (plays ? 1 : 0));
        CHECK(round.byes.size() == (plays ? 0 : 2));
        CHECK(trf.last_round() == (plays ? 1 : 0));
        if (plays) CHECK(round.pairings[0].white.start_number == 1);
    }
}

TEST_CASE("a player loses what the line says of him") {
    const auto trf = read("012 Open\r\n013 The Team" + std::string(27, ' ') + "1\r\n" + player_line(1, ""));
    const auto& player = trf.players().at(1);
    CHECK(player.name == "Adams, Ann");
    CHECK(player.title == "GM");
    CHECK(player.rating == "2100");
    CHECK(player.federation == "ENG");
    CHECK(player.fide_id == "4600001");
    CHECK(player.team == "The Team");
    CHECK(trf.name() == "Open");
    const auto tags = tags_of({3, player, {}});
    CHECK(tags.at("WhiteFideId") == "4600001");
    CHECK(tags.at("WhiteTitle") == "GM");
    CHECK(tags.at("WhiteStartNo") == "1");
    CHECK(!tags.contains("Black"));
}

TEST_CASE("the day of a round is not taken, wherever in its columns it stands") {
    const auto players = player_line(1, "     2 w 1     2 b  ") + player_line(2, "     1 b 0     1 w  ");
    const auto line = [](std::size_t first, const std::string& days) {
        return "132" + std::string(first - 4, ' ') + days + '\n';
    };
    for (const auto& days :
         {line(92, "26/11/28  26/11/29"), line(94, "26/11/28  26/11/29"), line(92, "2026/11/282026/11/29"),
          line(92, "26.11.28  2026-11-29"), line(102, "26/11/29")}) {
        CAPTURE(days);
        CHECK(read(days + players).round(2).date == "2026.11.29");
        CHECK(read(players + days).round(2).date == "2026.11.29");
    }
    CHECK(read(line(92, "26/11/28  26/11/29") + players).round(1).date == "2026.11.28");
    const auto none = read(line(92, "26/11/28") + players).round(2);
    CHECK((none.date.empty() && none.remarks.empty()));
    const auto strange = read(line(92, "26/11/28  29/11/26  26/13/01") + players);
    CHECK(strange.round(2).date == "2029.11.26"); // nothing tells it from a day that is meant
    CHECK(strange.round(3).date.empty());
    CHECK(
        strange.round(3).remarks ==
        std::vector<std::string>{"line 1: \"26/13/01\" is no day of round 3, as 26/11/29 would be: the games "
                                 "get the configuration's"});
}

TEST_CASE("why a player has no game is not told") {
    const auto why = [](const std::string& of_1, const std::string& record = "") {
        return read(record + player_line(1, of_1)).round(1).byes.at(0).why;
    };
    CHECK(why("  0000 - H") == "half-point bye");
    CHECK(why("  0000 - f") == "full-point bye");
    CHECK(why("  0000 - U") == "pairing-allocated bye");
    CHECK(why("  0000 - Z") == "zero-point bye: absent or withdrawn");
    CHECK(why("") == "not paired");
    CHECK(why("", "240 H   1    1\n") == "half-point bye");
    CHECK(why("", "240 Z   2    1\n") == "not paired");
}

TEST_CASE("a contradiction between the lines of two players is not told, with its line") {
    const auto fault = [](const std::string& text) {
        const auto faults = read(text).round(1).faults;
        return faults.empty() ? std::string("none") : faults.front();
    };
    CHECK(fault(player_line(1, "     2 w  ") + player_line(2, "     1 b  ")) == "none");
    CHECK(fault(player_line(1, "     2 w  ") + player_line(2, "")) ==
          "line 1: player 1 meets 2, who meets nobody in round 1");
    CHECK(fault(player_line(1, "     2 w  ") + player_line(2, "     3 b  ") + player_line(3, "     2 w  ")) ==
          "line 1: player 1 meets 2, who meets 3 in round 1");
    CHECK(fault(player_line(1, "     9 w  ")) ==
          "line 1: player 1 meets 9, who is not in the file, in round 1");
    CHECK(fault(player_line(1, "     1 w  ")) == "line 1: player 1 meets himself in round 1");
    CHECK(fault(player_line(1, "     2 w  ") + player_line(2, "     1 w  ")) ==
          "line 1: player 1 and 2 have not one White and one Black in round 1");
    CHECK(fault("240 H   1    2\n" + player_line(1, "     2 w  ") + player_line(2, "     1 b  ")) ==
          "player 2 has both a bye and an opponent");
}

TEST_CASE("a file that is no TRF is not refused, or its line is not named") {
    CHECK(Trf::read("").error() == "it has no players (lines that begin with 001): this is no TRF");
    CHECK(Trf::read("a,b\n").error() == "it has no players (lines that begin with 001): this is no TRF");
    CHECK(Trf::read("\n001    x m\n").error() == "line 2: \"x\" is no start number (columns 5 to 8)");
    CHECK(Trf::read(player_line(1, "") + player_line(1, "")).error() ==
          "line 2: start number 1 is that of line 1, too");
}

TEST_CASE(
    "a file of another program does not come back byte for byte, or with other than the results changed") {
    for (const auto seed : adoube::tests::seeds({60, 2'000})) {
        std::mt19937_64 random(seed);
        auto model = ModelTournament::of(2 + static_cast<int>(random() % 40), random);
        const int last = 1 + static_cast<int>(random() % 9);
        for (int round = 1; round <= last; ++round) {
            model.pair_round(random);
            if (round == last) break;
            for (auto& game : model.rounds.back())
                if (random() % 20 != 0) game.result = adoube::tests::any_result(random); // some stay open
        }
        model.other_records =
            "### kept\nXXR 9\n132 " + std::string(87, ' ') + "26/11/20\nGER    1 as above\n\n";
        const char* const ends[] = {"\n", "\r", "\r\n"};
        const std::string end = ends[random() % 3];
        const auto form = random() % 4; // as it is, with a mark, Windows-1252, trimmed
        const auto written = [&] {
            auto text = model.trf();
            if (form == 2) {
                for (const char* beyond : {"Ż", "ó", "ł", "ty"})
                    for (std::size_t at;
                         (at = text.find(beyond)) != std::string::npos && std::string(beyond) != "ty";)
                        text.replace(at, std::string(beyond).size(), "Z");
                text = to_latin_1(text);
            }
            if (form == 3) text = without_trailing_blanks(text);
            return (form == 1 ? "\xef\xbb\xbf" : "") + with_ends(text, end);
        };
        CAPTURE(seed, last, form, end.size());
        const auto before = written();
        auto trf = read(before);
        REQUIRE(trf.bytes() == before);
        REQUIRE(trf.last_round() == last);
        const auto round = trf.round(last);
        REQUIRE(round.faults.empty());
        REQUIRE(round.pairings.size() == model.rounds.back().size());
        for (auto& game : model.rounds.back()) {
            CHECK(std::ranges::count_if(round.pairings, [&](const Pairing& one) {
                      return one.white.start_number == game.white && one.black.start_number == game.black;
                  }) == 1);
            if (random() % 4 == 0) continue; // not finished
            game.result = adoube::tests::any_result(random);
            REQUIRE(trf.set_score(last, game.white, game.black, score_of(game.result)));
            REQUIRE(trf.set_score(last, game.white, game.black, score_of(game.result))); // changes nothing
        }
        REQUIRE(trf.bytes() == written());
    }
}

TEST_CASE("a result that the file has already is changed, or a game that it has not is invented") {
    auto trf = read(player_line(1, "     2 w +     3 w  ", " 1.0") + player_line(2, "     1 b -") +
                    player_line(3, "               1 b  "));
    const auto before = trf.bytes();
    CHECK(trf.set_score(1, 1, 2, Score::white_wins).error() ==
          "the file has another result of 1 - 2 in round 1 already (+ for player 1), and keeps it");
    CHECK(trf.set_score(1, 1, 2, Score::white_by_forfeit));
    CHECK(trf.set_score(2, 3, 1, Score::draw).error() ==
          "the file has the colours of 3 - 1 in round 2 the other way round");
    CHECK(trf.set_score(2, 1, 2, Score::draw).error() == "the file has no game 1 - 2 in round 2");
    CHECK(trf.set_score(0, 1, 2, Score::draw).error() == "the file has no game 1 - 2 in round 0");
    CHECK(trf.set_score(1, 1, 7, Score::draw).error() == "the file has no game 1 - 7 in round 1");
    CHECK(trf.bytes() == before);
    CHECK(trf.set_score(2, 1, 3, Score::draw));
    CHECK(trf.bytes() == player_line(1, "     2 w +     3 w =", " 1.5") + player_line(2, "     1 b -") +
                             player_line(3, "               1 b =", " 0.5"));
    auto wld = read(player_line(1, "     2 w W", " 1.0") + player_line(2, "     1 b L"));
    CHECK(wld.set_score(1, 1, 2, Score::white_wins)); // over in under one move: stays
    adoube::tests::says(wld.bytes(), "2 w W");
}

TEST_CASE("federation or arbiters are not added where a file lacks them, or change what it has") {
    const auto players = player_line(1, "     2 w  ") + player_line(2, "     1 b  ");
    const auto played = player_line(1, "     2 w 1", " 1.0") + player_line(2, "     1 b 0");
    const std::string mine = "032 POR\n102 Łoś, Ewa\n112 Reis, Rui\n112 Dias, Eva\n";
    const struct {
        std::string before, after;
    } rows[] = {{"", mine},
                {"### as exported\n012 Open\n", "### as exported\n012 Open\n" + mine},
                {"012 Open\n042 2026/11/20\n132" + std::string(88, ' ') + "26/11/20\n",
                 "012 Open\n032 POR\n042 2026/11/20\n102 Łoś, Ewa\n112 Reis, Rui\n112 Dias, Eva\n132" +
                     std::string(88, ' ') + "26/11/20\n"},
                {"032 ENG\n102 Other, A\n112 Else, B\n", "032 ENG\n102 Other, A\n112 Else, B\n"},
                {"012 Open\n102\n112  \n122 90m\n",
                 "012 Open\n032 POR\n102 Łoś, Ewa\n112 Reis, Rui\n112 Dias, Eva\n122 90m\n"}};
    for (const auto& row : rows)
        for (const std::string end : {"\n", "\r", "\r\n"}) {
            CAPTURE(row.before, end.size());
            auto trf = read(with_ends(row.before + players, end));
            trf.add_of_event(32, {"POR"});
            trf.add_of_event(102, {"Łoś, Ewa"});
            trf.add_of_event(112, {"Reis, Rui", "Dias, Eva"});
            trf.add_of_event(112, {});
            REQUIRE(trf.set_score(1, 1, 2, Score::white_wins));
            CHECK(trf.round(1).date == (row.before.contains("26/11/20") ? "2026.11.20" : ""));
            CHECK(trf.bytes() == with_ends(row.after + played, end));
        }
    const auto below = players + "102 Other, A\n";
    auto trf = read(below);
    trf.add_of_event(102, {"Łoś, Ewa"});
    CHECK(trf.bytes() == below);
}

TEST_CASE("points are not those of the file's own scale, or missing ones are not added up") {
    auto three =
        read("BBW  3.0\nBBD  1.0\n" + player_line(1, "     2 w  ", " 3.0") + player_line(2, "     1 b  "));
    REQUIRE(three.set_score(1, 1, 2, Score::white_wins));
    adoube::tests::says(three.bytes(), " 6.0    1     2 w 1");
    auto none =
        read(player_line(1, "  0000 - H     2 w  ", "    ") + player_line(2, "  0000 - U     1 b  ", "    "));
    REQUIRE(none.set_score(2, 1, 2, Score::draw));
    adoube::tests::says(none.bytes(), " 1.0    1  0000 - H     2 w =");
    adoube::tests::says(none.bytes(), " 1.5    2  0000 - U     1 b =");
}

TEST_CASE("damage to a file ends the program, or is refused without its line") {
    for (const auto seed : adoube::tests::seeds({300, 20'000})) {
        std::mt19937_64 random(seed);
        auto model = ModelTournament::of(6, random);
        model.pair_round(random);
        auto text = model.trf();
        for (auto damages = 1 + random() % 8; damages > 0 && !text.empty(); --damages) {
            const auto at = random() % text.size();
            switch (random() % 4) {
            case 0: text[at] = static_cast<char>(random() % 256); break;
            case 1: text.erase(at, random() % 20); break;
            case 2: text.insert(at, std::string(random() % 20, static_cast<char>(random() % 256))); break;
            default: text.insert(at, text.substr(random() % text.size(), random() % 200)); break;
            }
        }
        CAPTURE(seed);
        auto trf = Trf::read(text);
        if (!trf) {
            CHECK((trf.error().starts_with("line ") || trf.error().starts_with("it has no players")));
            continue;
        }
        CHECK(trf->bytes() == text);
        for (const int round : {1, trf->last_round(), 99})
            for (const auto& pairing : trf->round(round).pairings)
                (void)trf->set_score(round, pairing.white.start_number, pairing.black.start_number,
                                     Score::draw);
    }
}

TEST_CASE("a name that no exit can write is taken from a file, or its line is not told") {
    const auto with_name = [](const std::string& name) {
        auto line = from_utf8(player_line(2, ""));
        line.replace(14, 33, (from_utf8(name) + std::u32string(33, U' ')).substr(0, 33));
        return Trf::read("012 Open\n" + player_line(1, "") + to_utf8(line));
    };
    CHECK(with_name("Ba\uffffker").error() ==
          "line 3: its name holds U+FFFF, which is no character: correct it in the file");
    CHECK(with_name("Ba\u0085ker").error() == "line 3: its name holds a line break: correct it in the file");
    CHECK(with_name("Ba\x1bker").error() ==
          "line 3: its name holds the control character U+001B: correct it in the file");
    CHECK(with_name("\u200fכהן, \u202bיעל\u202c")->players().at(2).name == "כהן, יעל");
    CHECK(Trf::read("012 Op\u0007en\n" + player_line(1, "")).error().starts_with("line 1: "));
    CHECK(Trf::read(player_line(1, "") + "310        T\ufffeeam\n").error().starts_with("line 2: "));
}

TEST_CASE("what is added of the event begins a line of its own in the pairing program's file") {
    auto trf = read("012 Open\n" + player_line(1, ""));
    trf.add_of_event(102, {"Silva, Ana\n001    2      Mallory\r112 Eve\u0085x"});
    CHECK(trf.bytes() == "012 Open\n102 Silva, Ana 001    2      Mallory 112 Eve x\n" + player_line(1, ""));
}
