// The appendices and guidelines: rapid, blitz, adjournment, blind players.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto y2001 = Edition::laws_2001, y2009 = Edition::laws_2009, y2018 = Edition::laws_2018,
               y2023 = Edition::laws_2023;
constexpr auto rapid = RateOfPlay::rapid, blitz = RateOfPlay::blitz;

Scene illegal_move(RateOfPlay rate, bool supervised, const char* proposals) {
    return {.what = "an illegal move",
            .script = "-e2 +e5 w",
            .incidents = "illegal-move w 1",
            .rate_of_play = rate,
            .supervised = supervised,
            .proposals = proposals};
}

/// Whether the arbiter is to wait for the opponent's claim.
bool on_claim_only(const Scene& scene, Edition edition) {
    return umpired(scene, edition).proposals.at(0).text.contains("Only if Black claims it");
}

} // namespace

ARTICLE_TEST(rapid_penalty, "A.3 (2001: B5, 2009: A.4, 2018: 7.5.5)",
             "an illegal move in rapid play costs another price") {
    play_in({y2001, y2018}, Rule::rapid_penalty, {illegal_move(rapid, true, "§ w 0/120")});
    play_in({y2009}, Rule::illegal_move_penalty, {illegal_move(rapid, true, "§ w 0/120")});
    play_in({y2009}, Rule::unsupervised_rapid, {illegal_move(rapid, false, "§ w 0/120")});
    play_in({y2023}, Rule::rapid_penalty,
            {illegal_move(rapid, true, "§ w 0/60"), illegal_move(rapid, false, "§ w 0/60")});
}

ARTICLE_TEST(supervised_blitz_penalty, "B.2 (2001: C3)",
             "an illegal move in supervised blitz costs another price") {
    play_in({y2001}, Rule::supervised_blitz_penalty, {illegal_move(blitz, true, "§ w 0-1")});
    play_in({y2009}, Rule::illegal_move_penalty, {illegal_move(blitz, true, "§ w 0/120")});
    play_in({y2018, y2023}, Rule::supervised_blitz_penalty, {illegal_move(blitz, true, "§ w 0/60")});
}

ARTICLE_TEST(unsupervised_blitz_penalty, "B.3 (2001: C3, 2009: B.3c, 2018: B.2)",
             "an illegal move in unsupervised blitz costs another price") {
    play_in({y2001, y2009}, Rule::unsupervised_blitz_penalty, {illegal_move(blitz, false, "§ w 0-1")});
    play_in({y2018, y2023}, Rule::unsupervised_blitz_penalty, {illegal_move(blitz, false, "§ w 0/60")});
}

ARTICLE_TEST(unsupervised_rapid, "A.5.2 (2001: B5, 2009: A.4c, 2018: A.4)",
             "an arbiter is told to act where he must wait for a claim") {
    for (const auto edition : {y2001, y2009}) CHECK(on_claim_only(illegal_move(rapid, false, ""), edition));
    for (const auto edition : {y2018, y2023}) CHECK(!on_claim_only(illegal_move(rapid, false, ""), edition));
    CHECK(!on_claim_only(illegal_move(rapid, true, ""), y2009));
}

ARTICLE_TEST(unsupervised_blitz, "A.5.2 (2001: C3, 2009: B.3c, 2018: A.4)",
             "an arbiter is told to act where he must wait for a claim") {
    for (const auto edition : {y2001, y2009}) CHECK(on_claim_only(illegal_move(blitz, false, ""), edition));
    for (const auto edition : {y2018, y2023}) CHECK(!on_claim_only(illegal_move(blitz, false, ""), edition));
    CHECK(!on_claim_only(illegal_move(blitz, true, ""), y2009));
}

ARTICLE_TEST(sealed_move, "I.1 (2001: A1, 2009: guideline 1)",
             "a sealed move is known before the resumption, or lost at it") {
    for (const auto edition : every_edition) {
        INFO(to_string(edition));
        const Scene sealed{.what = "", .script = "-e2 +e4 w -e7 +e5 b adjourn:Nf3 86400000"};
        CHECK(umpired(sealed, edition).moves == "e2e4 e7e5");
        const Scene resumed{.what = "",
                            .script = "-e2 +e4 w -e7 +e5 b adjourn:Nf3 86400000 -g1 +f3 resume -b8 +c6 b"};
        const auto outcome = umpired(resumed, edition);
        CHECK(outcome.moves == "e2e4 e7e5 g1f3 b8c6");
        CHECK(outcome.incidents.empty());
    }
}

ARTICLE_TEST(unclear_sealed_move, "I.8 (2001: A8, 2009: guideline 8)",
             "a sealed move that is ambiguous or illegal is entered, or costs nothing") {
    struct Case {
        const char* script;
        const char* start;
        const char* proposal;
        const char* meaning;
    };
    constexpr auto two_knights = "4k3/7p/8/8/8/8/3N1N2/4K3 w - - 0 1",
                   bare_king = "4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1";
    for (const auto& [script, start, proposal, meaning] : {
             Case{"adjourn:Ne4 9000 resume", two_knights, "§ w 0-1", "may mean Nde4 or Nfe4: Black wins."},
             Case{"adjourn:Ng5 9000 resume", two_knights, "§ w 0-1", "names no legal move: Black wins."},
             Case{"adjourn:something 9000 resume", two_knights, "§ w 0-1",
                  "\"something\", names no legal move"},
             Case{"adjourn:Nde4 9000 resume", two_knights, "", ""},
             Case{"adjourn: 9000 resume", two_knights, "", ""},
             Case{"adjourn:Ne4 9000", two_knights, "", ""},
             Case{"adjourn:Ne4 9000 w:Nde4 resume", two_knights, "", ""},
             Case{"adjourn:Ne4 9000 =0-1 resume", two_knights, "", ""},
             Case{"-d2 +b3 w adjourn:K0 9000 resume", two_knights, "§ b 1-0", "White wins."},
             Case{"-d2 +b3 1000 adjourn:K0 9000 resume", two_knights, "§ b 1-0", "White wins."},
             Case{"adjourn:Ne4 9000 resume pause 9000 resume", bare_king, "§ w 1/2-1/2",
                  "Black cannot mate."},
         })
        for (const auto edition : every_edition) {
            INFO(to_string(edition) << ": " << script);
            const auto outcome = umpired(Scene{.what = "", .script = script, .start = start}, edition);
            const auto number = std::string(laws::article(Rule::unclear_sealed_move, edition));
            std::string due(proposal);
            if (!due.empty()) due.replace(0, std::string_view("§").size(), number);
            CHECK(said(outcome.proposals) == due);
            if (!outcome.proposals.empty()) CHECK(outcome.proposals.front().text.contains(meaning));
            if (!due.empty()) CHECK(outcome.moves.find("e4") == std::string::npos);
            CHECK(outcome.incidents.empty());
        }
}

ARTICLE_TEST(blind_touch, "D.2.2 (2001: F2, 2009: E.2)", "a piece taken out of its hole is not touched") {
    for (const auto edition : every_edition) {
        Header header;
        header.laws = edition;
        header.blind = true;
        INFO(to_string(edition));
        const auto told = umpired("-g1 +g1 -e2 +e4 w", header).incidents;
        REQUIRE(told.size() == 1);
        CHECK(told[0].kind == IncidentKind::touch_move);
        CHECK(umpired("-e2 +e4 w -e7 +e5 b", header).moves == "e2e4 e7e5");
    }
}
