// Boards for blind players: appendix F of 2001, E of 2009, D of 2018 and 2023.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

std::string told(std::string_view script, Edition edition, Sensing sensing, bool blind,
                 const char* start = "") {
    Header header;
    header.laws = edition;
    header.sensing = sensing;
    header.blind = blind;
    header.start_fen = start;
    std::string text;
    for (const auto& incident : umpired(script, header).incidents)
        text += std::string(to_string(incident.kind)) + " " + incident.article + ";";
    return text;
}

void in_each(auto check) {
    for (const auto edition : every_edition)
        for (const auto sensing : every_sensing) {
            INFO(to_string(edition) << " under sensing " << static_cast<int>(sensing));
            check(edition, sensing);
        }
}

} // namespace

TEST_CASE("Article D.2.2 (2001: F.2, 2009: E.2): a piece taken out of its hole is not touched") {
    in_each([](Edition edition, Sensing sensing) {
        // Out for 210 ms: with unpegged pieces, possibly sensor flicker.
        const auto touched =
            "touch-move " + std::string(laws::article(Rule::own_piece_touched, edition)) + ";";
        CHECK(told("-g1/200/+g1 -e2 +e4 w", edition, sensing, true) == touched);
        CHECK(told("-g1/200/+g1 -e2 +e4 w", edition, sensing, false) == "");
        CHECK(told("-g1/+g1 -e2 +e4 w", edition, sensing, true) == "");
        CHECK(told("jw -g1 +g1 -e2 +e4 w", edition, sensing, true) == "");
    });
}

TEST_CASE("Article D.2.3 (2001: F.3, 2009: E.3): a piece set in a hole binds before its move is announced") {
    in_each([](Edition edition, Sensing sensing) {
        constexpr auto rook_ending = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        const auto touched =
            "touch-move " + std::string(laws::article(Rule::own_piece_touched, edition)) + ";";
        const auto released = "released-piece " + std::string(laws::article(Rule::released, edition)) + ";";
        CHECK(told("-a1 +a4 1500 -a4 +a7 w", edition, sensing, true, rook_ending) == "");
        CHECK(told("-a1 +a4 1500 -a4 +a7 w", edition, sensing, false, rook_ending) == released);
        CHECK(told("-a1 +a4 1500 -a4 +a1 -e1 +e2 w", edition, sensing, true, rook_ending) == touched);
    });
}
