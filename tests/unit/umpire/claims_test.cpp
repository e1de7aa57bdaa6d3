// Draw claims: Articles 9.2-9.5, and 10.2 of 2001 and 2009. The arbiter is told their worth; the game goes on
// until they act.

#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto y2001 = Edition::laws_2001, y2009 = Edition::laws_2009, y2018 = Edition::laws_2018,
               y2023 = Edition::laws_2023;

const std::string round_trip = "-g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 b ";
/// The start position twice (again after 2...Ng8), White to move.
const std::string twice = round_trip;
const std::string thrice = round_trip + round_trip;
/// White's next move out repeats for the third time.
const std::string almost_thrice = round_trip + round_trip + "-g1 +f3 w -g8 +f6 b -f3 +g1 w ";

const char* const ninety_nine = "4k3/8/8/8/8/8/R7/4K3 w - - 99 80";
const char* const hundred = "4k3/8/8/8/8/8/R7/4K3 w - - 100 80";

struct Claimed {
    const char* what;
    Edition edition;
    const char* start; // nullptr: normal
    std::string script;
    const char* proposals;
};

const Claimed table[] = {
    {"9.2b: it stands for the third time", y2001, nullptr, thrice + "cwr", "9.5a w 1/2-1/2"},
    {"9.2b: it stands for the third time", y2009, nullptr, thrice + "cwr", "9.5a w 1/2-1/2"},
    {"9.2.2: it stands for the third time", y2018, nullptr, thrice + "cwr", "9.5.2 w 1/2-1/2"},
    {"9.2.2: it stands for the third time", y2023, nullptr, thrice + "cwr", "9.5.2 w 1/2-1/2"},
    {"9.2.2: the move that makes it stands without its press", y2023, nullptr,
     round_trip + "-g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 1000 cwr", "9.5.2 w 1/2-1/2"},
    {"9.2.1: the intended move makes it the third time", y2023, nullptr,
     round_trip + "-g1 +f3 w -g8 +f6 b -f3 +g1 w cbr:Ng8", "9.5.2 b 1/2-1/2"},
    {"9.2a: the intended move makes it the third time", y2009, nullptr,
     round_trip + "-g1 +f3 w -g8 +f6 b -f3 +g1 w cbr:Ng8", "9.5a b 1/2-1/2"},
    {"9.5.3: it stands for the second time", y2023, nullptr, twice + "cwr", "9.5.3 w 0/120"},
    {"9.5.3: it stands for the second time", y2018, nullptr, twice + "cwr", "9.5.3 w 0/120"},
    {"9.5b: it stands for the second time", y2009, nullptr, twice + "cwr", "9.5b w 0/180"},
    {"9.5b: it stands for the second time, no clock kept", y2001, nullptr, twice + "cwr", "9.5b w 0/180"},
    {"9.5.3: another intended move does not make it", y2023, nullptr,
     round_trip + "-g1 +f3 w -g8 +f6 b -f3 +g1 w cbr:e6", "9.5.3 b 120/0"},
    {"9.5.3: an intended move that is not legal", y2023, nullptr, thrice + "cwr:Ke3", "9.5.3 w 0/120"},
    {"9.3b: fifty moves made", y2001, hundred, "cwf", "9.5a w 1/2-1/2"},
    {"9.3.2: fifty moves made", y2023, hundred, "cwf", "9.5.2 w 1/2-1/2"},
    {"9.5.3: a ply short of fifty moves", y2023, ninety_nine, "cwf", "9.5.3 w 0/120"},
    {"9.3.1: the intended move makes it fifty", y2023, ninety_nine, "cwf:Rd2", "9.5.2 w 1/2-1/2"},
    {"9.4: a claim by the player who has just made his move", y2023, nullptr, thrice + "-g1 +f3 1000 cwr",
     "9.4 w"},
    {"9.4: a claim by the player who has just made his move", y2001, nullptr, thrice + "-g1 +f3 1000 cwr",
     "9.4 w"},
    {"9.4: a claim after a touch", y2023, nullptr, thrice + "-g1 1000 cwr", "9.4 w"},
    {"9.4: a claim after a touch", y2009, nullptr, thrice + "-g1 +g1 1000 cwr", "9.4 w"},
    {"9.4: a touch takes no right away in 2001", y2001, nullptr, thrice + "-g1 +g1 1000 cwr",
     "9.5a w 1/2-1/2"},
    {"9.4: an adjustment takes no right away", y2023, nullptr, thrice + "jw -g1 +g1 1000 cwr",
     "9.5.2 w 1/2-1/2"},
    {"9.2: a claim by the player not having the move", y2023, nullptr, thrice + "cbr", "9.4 b"},
};

} // namespace

TEST_CASE("Articles 9.2-9.5: a claim is judged wrongly, or changes the game by itself") {
    for (const auto& row : table)
        for (const auto sensing : every_sensing) {
            Header header;
            header.laws = row.edition;
            header.sensing = sensing;
            if (row.start) header.start_fen = row.start;
            INFO(row.what << " in " << to_string(row.edition) << " under sensing "
                          << static_cast<int>(sensing));
            const auto outcome = umpired(row.script, header);
            CHECK(said(outcome.proposals) == row.proposals);
            CHECK(outcome.result == chess::Result::open);
            for (const auto& incident : outcome.incidents)
                CHECK(incident.kind == IncidentKind::draw_claimable);
        }
}

TEST_CASE("Articles 9.2.2, 9.3.2, 9.4: at any moment of a game the right to claim is told otherwise than a "
          "claim is judged") {
    using On = Claim::On;
    constexpr std::int64_t at_rest_ms = 2'000;
    std::size_t open = 0, lost = 0;
    for (const auto& row : table) {
        Header header;
        header.laws = row.edition;
        if (row.start) header.start_fen = row.start;
        Umpire umpire(header);
        for (const auto& input : inputs_of(row.script, header)) {
            umpire.feed(input);
            const auto now_ms = input.t_ms + at_rest_ms;
            const auto right = umpire.right_to_claim(now_ms);
            if (right) ++(right->lost ? lost : open);
            if (right) CHECK(right->ply == umpire.record(now_ms).game.plies() + 1);
            for (const auto side : {Side::white, Side::black})
                for (const auto on : {On::repetition, On::fifty}) {
                    INFO(row.what << " in " << to_string(row.edition) << " at " << input.t_ms.count());
                    auto asked = umpire;
                    asked.feed({now_ms, Claim{on, side, {}}});
                    const bool granted = asked.proposals().size() > umpire.proposals().size() &&
                                         asked.proposals().back().result == chess::Result::draw;
                    const bool is_ground = right && (on == On::fifty ? right->fifty : right->times >= 3);
                    CHECK(granted == (is_ground && right->side == side && !right->lost));
                }
        }
    }
    CHECK(open > 20);
    CHECK(lost > 3);
}

TEST_CASE("Article 9.5b of 2001: a wrong claim takes another part of the claimant's time") {
    struct Case {
        int left_s;
        const char* proposals;
    };
    for (const auto& [left_s, proposals] :
         {Case{3600, "9.5b w -180/180"}, Case{300, "9.5b w -150/180"}, Case{121, "9.5b w -60/180"},
          Case{90, "9.5b w -30/180"}, Case{59, "9.5b w 0/180"}}) {
        Header header;
        header.laws = y2001;
        header.time_control = "7200";
        INFO(left_s);
        CHECK(said(umpired("tw=" + std::to_string(left_s * 1000 + 400) + " cwr", header).proposals) ==
              proposals);
    }
}

TEST_CASE("Article 9.5.3: a wrong claim in rapid or blitz gives another time") {
    struct Case {
        Edition edition;
        RateOfPlay rate;
        const char* proposals;
    };
    for (const auto& [edition, rate, proposals] :
         {Case{y2009, RateOfPlay::blitz, "9.5b w 0/180"}, Case{y2018, RateOfPlay::rapid, "9.5.3 w 0/120"},
          Case{y2018, RateOfPlay::blitz, "9.5.3 w 0/60"}, Case{y2023, RateOfPlay::rapid, "9.5.3 w 0/60"},
          Case{y2023, RateOfPlay::blitz, "9.5.3 w 0/60"}}) {
        Header header;
        header.laws = edition;
        header.rate_of_play = rate;
        INFO(to_string(edition) << " " << to_string(rate));
        CHECK(said(umpired("cwr", header).proposals) == proposals);
    }
}

TEST_CASE("Article 9.1.2.3 (9.1c, 9.1b.3): a claim is no offer of a draw, or one that is told when it ends") {
    Header header;
    CHECK(umpired("-e2 +e4 w -e7 +e5 b cwr 1000 ab", header).result == chess::Result::draw);
    const auto declined = umpired("-e2 +e4 w -e7 +e5 b cwr -g1 +f3 w -b8 +c6 ab b", header);
    CHECK(declined.result == chess::Result::open);
    CHECK(said(declined.incidents).empty());
}

TEST_CASE("Article 9.1c of 2001, 9.1b.3 of 2009: a claim of the quickplay finish is no offer, or one in "
          "other editions") {
    const std::string claimed = "-e2 +e4 w -e7 +e5 b tw=90000 cwq ";
    constexpr auto draw = chess::Result::draw, open = chess::Result::open;
    constexpr auto standard = RateOfPlay::standard, blitz = RateOfPlay::blitz;
    struct Case {
        Edition edition;
        RateOfPlay rate;
        std::string then;
        chess::Result result;
        const char* told;
    };
    for (const auto& [edition, rate, then, result, told] : {
             Case{y2001, standard, "1000 ab", draw, ""},
             Case{y2009, standard, "-g1 +f3 w 1000 ab", draw, ""},
             Case{y2018, standard, "1000 ab", open, ""},
             Case{y2023, standard, "1000 ab", open, ""},
             Case{y2001, blitz, "1000 ab", open, ""},
             Case{y2009, standard, "1000 db ab", open, ""},
             Case{y2001, standard, "-g1 +f3 w -b8 +c6 ab b", open, "offer-declined-by-touch 9.1a b 4"},
             Case{y2009, standard, "-g1 +f3 w -b8 +b8 1000 ab -b8 +c6 b", open,
                  "offer-declined-by-touch 9.1b b 4"},
             Case{y2009, standard, "-g1 +f3 w 400 db -b8 +c6 b", open, ""},
             Case{y2001, blitz, "-g1 +f3 w -b8 +c6 b", open, ""}, // C4: 10.2 does not apply
             Case{y2018, standard, "-g1 +f3 w -b8 +c6 ab b", open, ""},
             Case{y2023, standard, "-g1 +f3 w -b8 +c6 ab b", open, ""},
         }) {
        Header header;
        header.laws = edition;
        header.rate_of_play = rate;
        header.time_control = "3600";
        INFO(to_string(edition) << " " << then);
        const auto outcome = umpired(claimed + then, header);
        CHECK(outcome.result == result);
        CHECK(said(outcome.incidents) == told);
        REQUIRE(outcome.proposals.size() == 1);
        CHECK(outcome.proposals.front().remedy == Remedy::claim);
    }
}

TEST_CASE("Article 10.2: a claim is judged by the umpire, or heard where it cannot be made") {
    struct Case {
        Edition edition;
        RateOfPlay rate;
        const char* script;
        const char* article;
        const char* verdict;
    };
    for (const auto& [edition, rate, script, article, verdict] : {
             Case{y2001, RateOfPlay::standard, "tw=90000 cwq", "10.2", "The arbiter decides."},
             Case{y2009, RateOfPlay::rapid, "tw=90000 cwq", "10.2", "The arbiter decides."},
             Case{y2023, RateOfPlay::standard, "tw=90000 cwq", "III", "The arbiter decides."},
             Case{y2009, RateOfPlay::standard, "tw=130000 cwq", "10.2", "two minutes or more left."},
             Case{y2009, RateOfPlay::standard, "tw=90000 cbq", "10.2", "Black does not have the move."},
             Case{y2009, RateOfPlay::standard, "tw=1000 5000 cwq", "10.2", "White's flag has fallen."},
             Case{y2001, RateOfPlay::blitz, "tw=90000 cwq", "10.2", "blitz do not have this claim."},
         }) {
        Header header;
        header.laws = edition;
        header.rate_of_play = rate;
        header.time_control = "3600";
        INFO(to_string(edition) << " " << script);
        const auto proposals = umpired(script, header).proposals;
        REQUIRE(!proposals.empty());
        CHECK(proposals.back().article == article);
        CHECK(proposals.back().text.told().ends_with(verdict));
        CHECK(proposals.back().result == chess::Result::open);
    }
}

TEST_CASE("Guideline III: a claim of the quickplay finish is heard in a game with increment") {
    struct Case {
        Edition edition;
        const char* time_control;
        const char* told;
    };
    const auto* const excluded = "Guideline III is for games without increment.";
    const auto* const decides = "The arbiter decides.";
    for (const auto& [edition, time_control, told] :
         {Case{y2001, "3600+30", decides}, Case{y2009, "3600+30", decides}, Case{y2018, "3600+30", excluded},
          Case{y2023, "3600+30", excluded}, Case{y2023, "40/5400:1800+30", excluded},
          Case{y2018, "3600", decides}, Case{y2023, "40/5400:1800", decides}}) {
        Header header;
        header.laws = edition;
        header.time_control = time_control;
        INFO(to_string(edition) << " " << time_control);
        CHECK(umpired("tw=90000 cwq", header).proposals.at(0).text.told().ends_with(told));
    }
}
