// The boards of firmware/README.md, built in another model of the world than the one that designed them.

#include "tests/catch.hpp"
#include "tests/magnets/slides.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/board/design.hpp"

#include <cmath>
#include <sstream>

using namespace adoube;
using namespace adoube::magnets;
using tools::BoardDesignOptions;

namespace {

constexpr Disc disc_10x3{10, 3, n35_t}, disc_12x3{12, 3, n35_t}, disc_18x3{18, 3, n35_t};

/// What the tool says, which must be that the board is safe; and the README has its command.
std::string designed(const BoardDesignOptions& options, const std::string& command) {
    CAPTURE(command);
    CHECK(tests::text_of(tests::project_file("firmware/README.md")).find("adoube board design " + command) !=
          std::string::npos);
    const auto told = tests::run(tools::run_board_design, options);
    CAPTURE(told.err);
    REQUIRE(told.status == 0);
    return told.out;
}

/// The numbers in the line that begins so.
std::vector<double> numbers(const std::string& text, const std::string& line) {
    const auto at = text.find(line);
    REQUIRE(at != std::string::npos);
    std::string words = text.substr(at + line.size(), text.find('\n', at) - at - line.size());
    for (char& c : words)
        if ((c < '0' || c > '9') && c != '.') c = ' ';
    std::istringstream in(words);
    return {std::istream_iterator<double>(in), {}};
}

HallBoard with_thresholds(HallBoard board, const std::string& designed) {
    const auto steps = numbers(designed, "threshold, release");
    board.threshold = steps.at(0), board.release = steps.at(1);
    return board;
}

/// Of a million, from the README's table of boards: the row that begins so.
double published(const std::string& row, int board) {
    std::istringstream cells(tests::text_of(tests::project_file("firmware/README.md")));
    std::string line;
    while (std::getline(cells, line))
        if (line.starts_with("| " + row)) break;
    REQUIRE(cells);
    std::istringstream in(line);
    std::string cell;
    for (int skipped = -2; skipped <= board; ++skipped) std::getline(in, cell, '|');
    std::erase(cell, ',');
    return std::stod(cell) / 1e6;
}
/// The table has the worse of both models, rounded.
void is_published(const char* row, int board, double told, double seen, int placements) {
    const double in_readme = published(row, board), worse = std::max(told, seen);
    CAPTURE(row, board, told, seen, in_readme);
    const double by_chance = 5 * std::sqrt(worse / placements) + 4. / placements;
    CHECK(worse <= 1.2 * in_readme + by_chance);
    CHECK(in_readme <= 1.3 * worse + by_chance + 1e-5);
}

struct Most {
    double missed_anywhere, missed_by_hand;
};
constexpr tests::Tries a_million{1'000'000, 4'000'000};

struct SeenChances {
    Chances anywhere, by_hand;
};
template<class Board>
SeenChances check_placements(const Geometry<Board>& geometry, const FieldMap& map, Most most,
                             tests::Tries tries) {
    const int placements = tests::many(tries);
    SeenChances all;
    for (const auto hand : {Hand::anywhere, Hand::usual}) {
        CAPTURE(hand == Hand::anywhere);
        auto& seen = hand == Hand::anywhere ? all.anywhere : all.by_hand;
        seen = chances(geometry, map, hand, placements, tests::seed(1));
        CHECK(seen.missed <= (hand == Hand::anywhere ? most.missed_anywhere : most.missed_by_hand));
        CHECK(seen.wrong_colour == 0);
        CHECK(seen.felt <= 1e-5);
        CHECK(seen.stuck <= 2e-4);
    }
    return all;
}
/// `board`: its column in the README's table; `told`: what the tool says.
template<class Board>
void check(int board, const std::string& told, const Geometry<Board>& geometry, Most most,
           tests::Tries tries) {
    const auto map = geometry.map();
    const auto seen = check_placements(geometry, map, most, tries);
    const auto is = [&](const char* row, const char* line, double chance) {
        is_published(row, board, numbers(told, line).at(0) / 1e6, chance, tests::many(tries));
    };
    is("of a million pieces anywhere", "missed anywhere", seen.anywhere.missed);
    is("of a million put down by hand", "missed by hand", seen.by_hand.missed);
    is("of a million empty squares", "neighbour felt", std::max(seen.anywhere.felt, seen.by_hand.felt));
    is("of a million squares that were left", "stuck", std::max(seen.anywhere.stuck, seen.by_hand.stuck));

    const auto slides = slides_told(geometry, map, tests::many({4'000, 20'000}), tests::seed(2));
    CHECK(slides.wrongly <= 3e-3);
    CHECK(slides.unseen <= 2.5 * most.missed_anywhere);
}

} // namespace

TEST_CASE("the deep board with a sensor under each square misses pieces, or shows some that are not there") {
    const auto told = designed({}, "--square 55 --base 28 --magnet 12x3 --gap 20 --sensor A1");
    check(0, told, Geometry<HallBoard>{.squares = {}, .disc = disc_12x3, .board = with_thresholds({}, told)},
          {.missed_anywhere = 2e-3, .missed_by_hand = 1e-5}, a_million);
}

TEST_CASE(
    "the thin board with four sensors under each square misses pieces, or shows some that are not there") {
    const auto told = designed({.gap_mm = 8, .sensor = "A2", .apart_mm = 7.5},
                               "--square 55 --base 28 --magnet 12x3 --gap 8 --sensor A2 --four 7.5");
    const HallBoard thin{.sensor = drv5055_a2, .gap_mm = 8, .apart_mm = 7.5};
    check(1, told,
          Geometry<HallBoard>{.squares = {}, .disc = disc_12x3, .board = with_thresholds(thin, told)},
          {.missed_anywhere = 2e-3, .missed_by_hand = 1e-5}, a_million);
}

TEST_CASE(
    "a board with the smallest or largest squares that are published is not safe, or with larger ones is") {
    const auto design = [](double square_mm, double gap_mm, const char* sensor, double apart_mm) {
        return tests::run(tools::run_board_design, BoardDesignOptions{.square_mm = square_mm,
                                                                      .gap_mm = gap_mm,
                                                                      .sensor = sensor,
                                                                      .apart_mm = apart_mm,
                                                                      .placements = 300'000});
    };
    const HallBoard thin{.sensor = drv5055_a2, .gap_mm = 8, .apart_mm = 7.5};
    const auto is_safe = [](const HallBoard& board, double square_mm, const std::string& told) {
        CAPTURE(square_mm);
        const Geometry<HallBoard> geometry{
            .squares = {.square_mm = square_mm}, .disc = disc_12x3, .board = with_thresholds(board, told)};
        check_placements(geometry, geometry.map(), {.missed_anywhere = 2.3e-3, .missed_by_hand = 3e-5},
                         a_million / 10);
    };
    is_safe({}, 50, design(50, 20, "A1", 0).out);
    is_safe(thin, 50, design(50, 8, "A2", 7.5).out);
    is_safe(thin, 56, design(56, 8, "A2", 7.5).out);
    CHECK(design(58, 20, "A1", 0).status != 0);
    CHECK(design(60, 8, "A2", 7.5).status != 0);
}

TEST_CASE("the board with upright reeds misses more than one piece in a thousand that hands put down") {
    const auto told = designed({.magnet = "18x3", .sensor = "reed", .placements = 400'000},
                               "--square 55 --base 28 --magnet 18x3 --sensor reed");
    const UprightReedBoard board{.closes_at_mm = numbers(told, "reed closes at").at(0),
                                 .least_gap_mm = numbers(told, "its upper end").at(0)};
    check(2, told, Geometry<UprightReedBoard>{.squares = {}, .disc = disc_18x3, .board = board},
          {.missed_anywhere = 1.2 * published("of a million pieces anywhere", 2), .missed_by_hand = 1e-3},
          a_million / 5);
}

TEST_CASE(
    "a board that was documented once, and would have missed pieces off centre, passes for a good one") {
    const auto missed = [](double threshold, Hand hand) {
        const HallBoard shallow{
            .sensor = drv5055_a3, .gap_mm = 5, .threshold = threshold, .release = 0.7 * threshold};
        const Geometry<HallBoard> geometry{.squares = {}, .disc = disc_10x3, .board = shallow};
        return chances(geometry, geometry.map(), hand, 100'000, 1).missed;
    };
    CHECK(missed(160, Hand::anywhere) > 0.6);
    CHECK(missed(160, Hand::usual) > 0.1);
    CHECK(missed(780, Hand::anywhere) > 0.8); // half of a piece in the middle
    CHECK(missed(780, Hand::usual) > 0.4);

    const Geometry<LyingReedBoard> lying{.squares = {}, .disc = disc_10x3, .board = {}};
    const auto map = lying.map();
    CHECK(chances(lying, map, Hand::usual, 100'000, 1).missed > 1e-2);
    CHECK(slides_told(lying, map, 300, 1).wrongly > 0.3);
}
