// Articles 5, 6.9, 7.5.5, 9.6.

#include "daemon/umpire/articles/ends.hpp"
#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto y2001 = Edition::laws_2001, y2009 = Edition::laws_2009, y2018 = Edition::laws_2018,
               y2023 = Edition::laws_2023;
constexpr Edition every_edition[] = {y2001, y2009, y2018, y2023};

Header header_of(Edition edition, Sensing sensing, const char* start) {
    Header header;
    header.laws = edition;
    header.sensing = sensing;
    if (start) header.start_fen = start;
    return header;
}

/// The knight's side can never mate.
const char* const knight_against_queen = "4k3/3q4/8/8/8/8/3N4/4K3 w - - 0 1";
const char* const queen_against_pawn = "4k3/3q4/8/8/8/8/3P4/4K3 w - - 0 1";

struct End {
    const char* what;
    const char* start; // nullptr: normal
    const char* script;
    const char* moves;
    const char* results[4]; // by edition
};

const End ends[] = {
    {"5.1a, 5.1.1: mate, without a press",
     "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
     "-a1 +a8 2000 -h8 +h7",
     "a1a8",
     {"1-0", "1-0", "1-0", "1-0"}},
    {"5.2a, 5.2.1: stalemate, without a press",
     "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
     "-g5 +g6 2000 -f6 +f5",
     "g5g6",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"5.2b, 5.2.2: the last pawn is taken, without a press",
     "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
     "-d2 -e1 +d2=K 2000 -e8 +e7",
     "e1d2",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"5.2b, 5.2.2: bishops of two colours are left",
     "2b1k3/8/8/8/8/8/3r4/B2K4 w - - 0 1",
     "-d2 -d1 +d2=K w -e8 +e7 b",
     "d1d2 e8e7",
     {"*", "*", "*", "*"}},
    {"5.2b, 5.2.2: a king and a bishop against a king and a bishop of its colour",
     "4k1b1/8/8/8/8/8/3r4/1B1K4 w - - 0 1",
     "-d2 -d1 +d2=K w -e8 +e7 b",
     "d1d2",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"5.2b, 5.2.2: only a capture is left, which makes it a draw",
     "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
     "-g6 +g8 w",
     "g6g8",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"5.2b, 5.2.2: and the capture is made before the players stop",
     "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
     "-g6 +g8 w -g8 -h8 +g8=k b",
     "g6g8 h8g8",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"5.2b, 5.2.2: nobody can resign in it",
     "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
     "-g6 +g8 w rb",
     "g6g8",
     {"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
    {"a side that can mate keeps the game alive",
     knight_against_queen,
     "-d2 +f3 w -e8 +e7 b",
     "d2f3 e8e7",
     {"*", "*", "*", "*"}},
    {"9.6.1: the position stands for the fifth time, in 2018 and later",
     "4k3/8/8/8/8/8/R7/4K3 w - - 0 1",
     "-e1 +d1 w -e8 +d8 b -d1 +e1 w -d8 +e8 b -e1 +d1 w -e8 +d8 b -d1 +e1 w -d8 +e8 b "
     "-e1 +d1 w -e8 +d8 b -d1 +e1 w -d8 +e8 b -e1 +d1 w -e8 +d8 b -d1 +e1 w -d8 +e8 b -e1 +d1 w",
     nullptr,
     {"*", "*", "1/2-1/2", "1/2-1/2"}},
    {"9.6.2: 75 moves without progress, in 2018 and later",
     "4k3/8/8/8/8/8/R7/4K3 w - - 149 100",
     "-e1 +d1 w -e8 +d8 b",
     nullptr,
     {"*", "*", "1/2-1/2", "1/2-1/2"}},
    {"9.6.2: the move that makes it 75 mates",
     "7k/8/6K1/8/8/8/8/R7 w - - 149 100",
     "-a1 +a8 w",
     "a1a8",
     {"1-0", "1-0", "1-0", "1-0"}},
    {"5.1b, 5.1.2: resigning to one who cannot mate",
     knight_against_queen,
     "rb",
     "",
     {"1-0", "1-0", "1-0", "1/2-1/2"}},
    {"5.1b, 5.1.2: resigning to one who can mate with help only",
     queen_against_pawn,
     "rb",
     "",
     {"1-0", "1-0", "1-0", "1-0"}},
    {"5.1.2: resigning after the opponent's last piece was taken, without a press",
     "4k3/8/8/8/8/8/2r5/3K2q1 w - - 0 1",
     "-c2 -d1 +c2=K 1000 rw",
     "d1c2",
     {"0-1", "0-1", "0-1", "0-1"}},
};

} // namespace

TEST_CASE("A game does not end as its edition has it") {
    for (const auto& row : ends)
        for (const auto edition : every_edition)
            for (const auto sensing : every_sensing) {
                INFO(row.what << " in " << to_string(edition) << " under sensing "
                              << static_cast<int>(sensing));
                const auto outcome = umpired(row.script, header_of(edition, sensing, row.start));
                CHECK(to_string(outcome.result) == row.results[static_cast<int>(edition)]);
                if (row.moves) CHECK(outcome.moves == row.moves);
            }
}

TEST_CASE("What is known of one position tells nothing of one that is no move away") {
    const auto dead = [](DeadPositions& known, const char* fen) {
        return known.contain(chess::Position::from_fen(fen).value());
    };
    const char* const living = "4k3/8/8/8/8/8/PP6/4K2R w - - 0 1";
    for (const auto* other : {"4k3/8/8/8/8/8/8/4K2R b - - 0 1", "4k3/8/8/8/8/8/PPPP4/4K2R b - - 0 1",
                              "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/PP6/4KR2 b - - 0 1"}) {
        CAPTURE(other);
        DeadPositions known, fresh;
        REQUIRE(!dead(known, living));
        CHECK(dead(known, other) == dead(fresh, other));
    }
}

TEST_CASE("The clocks of a game that has ended go on until somebody touches the board, or looks") {
    const auto check = [](const std::vector<Input>& inputs, const Header& header) {
        Umpire umpire(header);
        std::optional<std::pair<std::int64_t, std::int64_t>> at_end;
        GameMs t_ms;
        for (const auto& input : inputs) {
            for (; t_ms < input.t_ms; t_ms += 50) {
                const auto record = umpire.completed(t_ms);
                if (record.result == chess::Result::open || record.clocks->running) continue;
                const std::pair clocks(record.clocks->white_ms, record.clocks->black_ms);
                if (!at_end) at_end = clocks;
                REQUIRE(clocks == *at_end);
            }
            umpire.feed(input);
        }
        return at_end.has_value();
    };
    int ended = 0;
    for (const auto& row : ends)
        for (const auto sensing : every_sensing) {
            auto header = header_of(y2023, sensing, row.start);
            header.time_control = "300+5";
            INFO(row.what << " under sensing " << static_cast<int>(sensing));
            const auto script = std::string(row.script) + " 3000 cw 3000 cb 3000 cw";
            ended += check(inputs_of(script, header), header) ? 1 : 0;
        }
    CHECK(ended > 20);
    auto header = header_of(y2023, Sensing::identity, nullptr);
    header.time_control = "300+5";
    CHECK(check(inputs_of("-e2 +e4 w -e7 +e5 b 2000 -e1 +d5=K -e8 +d4=k 5000 cw 3000 cb", header), header));
}

TEST_CASE("Article 6.9 (6.10 of 2001): a flag is told without what the opponent can do") {
    struct Case {
        const char* start;
        const char* text;
        const char* result;
    };
    for (const auto& [start, text, result] :
         {Case{knight_against_queen, "Black's flag fell; White cannot mate by any series of legal moves.",
               "1/2-1/2"},
          Case{queen_against_pawn, "Black's flag fell; White can mate by some series of legal moves.",
               "1-0"}})
        for (const auto edition : every_edition) {
            INFO(to_string(edition) << " " << start);
            const auto outcome = umpired("-e1 +f1 w fb fb", header_of(edition, Sensing::presence, start));
            REQUIRE(outcome.incidents.size() == 1);
            CHECK(outcome.incidents.front().text.told() == text);
            CHECK(said(outcome.proposals) == (edition == y2001 ? "6.10 b " : "6.9 b ") + std::string(result));
            CHECK(outcome.result == chess::Result::open);
        }
}

TEST_CASE("Both flags: the second changes what the first had lost") {
    struct Case {
        Edition edition;
        RateOfPlay rate;
        const char* control;
        const char* proposals;
    };
    for (const auto& [edition, rate, control, proposals] : {
             Case{y2001, RateOfPlay::standard, "40/7200:3600", "6.10 w 0-1; 6.12 b"},
             Case{y2001, RateOfPlay::standard, "7200", "6.10 w 0-1; 10.3 b 1/2-1/2"},
             Case{y2009, RateOfPlay::standard, "40/7200:3600", "6.9 w 0-1; 6.11a b"},
             Case{y2009, RateOfPlay::standard, "7200", "6.9 w 0-1; 6.11b b 1/2-1/2"},
             Case{y2009, RateOfPlay::rapid, "900", "6.9 w 0-1; 6.11b b 1/2-1/2"},
             Case{y2018, RateOfPlay::standard, "40/7200:3600", "6.9 w 0-1; III.3.1 b"},
             Case{y2023, RateOfPlay::standard, "7200", "6.9 w 0-1; III.3.1 b 1/2-1/2"},
         }) {
        auto header = header_of(edition, Sensing::presence, nullptr);
        header.rate_of_play = rate;
        header.time_control = control;
        INFO(to_string(edition) << " " << control);
        CHECK(said(umpired("-e2 +e4 w fw 1000 fb", header).proposals) == proposals);
    }
    auto header = header_of(y2023, Sensing::presence, nullptr);
    header.time_control = "60";
    INFO("the clock tells which fell first");
    CHECK(said(umpired("-e2 +e4 70000 w 70000 -e7 +e5", header).proposals) == "6.9 w 0-1");
}

TEST_CASE("A flag that fell by the clock is told late, twice, or not at all") {
    auto header = header_of(y2023, Sensing::presence, nullptr);
    header.time_control = "60";
    const auto outcome = umpired("-e2 +e4 70000 w 1000 tw=60000 90000 -e7 +e5 b 61000 -g1", header);
    REQUIRE(said(outcome.incidents) == "flag 6.9 w 1; flag 6.9 b 2; flag 6.9 w 3");
    CHECK(outcome.incidents.front().t_ms == GameMs(60'000));
    header.time_control.clear();
    CHECK(said(umpired("-e2 +e4 w 9000000 -e7 +e5 b", header).incidents).empty());
}

TEST_CASE("Article 7.5.5 (7.4b): an illegal move costs another price") {
    struct Case {
        Edition edition;
        RateOfPlay rate;
        bool supervised;
        const char* proposals; // of three illegal moves
    };
    constexpr auto standard = RateOfPlay::standard, rapid = RateOfPlay::rapid, blitz = RateOfPlay::blitz;
    for (const auto& [edition, rate, supervised, proposals] : {
             Case{y2001, standard, true, "7.4b w 0/120; 7.4b w 0/120; 7.4b w 0-1"},
             Case{y2001, rapid, true, "B5 w 0/120; B5 w 0/120; 7.4b w 0-1"},
             Case{y2001, blitz, true, "C3 w 0-1; C3 w 0-1; C3 w 0-1"},
             Case{y2009, standard, true, "7.4b w 0/120; 7.4b w 0/120; 7.4b w 0-1"},
             Case{y2009, rapid, true, "7.4b w 0/120; 7.4b w 0/120; 7.4b w 0-1"},
             Case{y2009, rapid, false, "A.4c w 0/120; A.4c w 0/120; 7.4b w 0-1"},
             Case{y2009, blitz, true, "7.4b w 0/120; 7.4b w 0/120; 7.4b w 0-1"},
             Case{y2009, blitz, false, "B.3c w 0-1; B.3c w 0-1; B.3c w 0-1"},
             Case{y2018, standard, true, "7.5.5 w 0/120; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2018, rapid, true, "7.5.5 w 0/120; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2018, blitz, true, "B.2 w 0/60; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2023, standard, true, "7.5.5 w 0/120; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2023, rapid, true, "A.3 w 0/60; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2023, blitz, true, "B.2 w 0/60; 7.5.5 w 0-1; 7.5.5 w 0-1"},
             Case{y2023, blitz, false, "B.3 w 0/60; 7.5.5 w 0-1; 7.5.5 w 0-1"},
         }) {
        auto header = header_of(edition, Sensing::identity, nullptr);
        header.rate_of_play = rate;
        header.supervised = supervised;
        INFO(to_string(edition) << " " << to_string(rate) << (supervised ? "" : ", unsupervised"));
        const auto outcome = umpired("-e2 +e5 w -e5 +e6 w -e6 +d5 w", header);
        CHECK(said(outcome.proposals) == proposals);
        CHECK(outcome.result == chess::Result::open);
    }
}

TEST_CASE(
    "Article 7.5.5 (7.4b): the illegal move that loses draws where the opponent cannot mate, not in 2001") {
    for (const auto edition : every_edition) {
        const auto header = header_of(edition, Sensing::identity, knight_against_queen);
        const auto outcome = umpired("-d2 +b3 w -d7 +e5 b -e5 +c4 b -c4 +a5 b", header);
        INFO(to_string(edition));
        REQUIRE(!outcome.proposals.empty());
        CHECK(outcome.proposals.back().result ==
              (edition == y2001 ? chess::Result::white_wins : chess::Result::draw));
        CHECK(outcome.incidents.back().text.told().ends_with(
            edition == y2001
                ? ": the game is lost by it."
                : ": the game is drawn by it, for the opponent cannot mate by any series of legal moves."));
    }
}
