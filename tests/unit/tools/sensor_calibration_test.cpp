#include "tests/catch.hpp"
#include "tools/adoube/board/sensor_calibration.hpp"
#include "tools/adoube/design/expected.hpp"

#include <cmath>
#include <random>
#include <vector>

using namespace adoube;
using namespace adoube::tools;

namespace {

const design::Board told{.magnet = {.diameter_mm = 12, .height_mm = 3, .remanence_t = 1.19},
                         .gap_mm = 20,
                         .sensing = design::hall_sensors[0]};
const std::array<double, 64> as_designed = design::start_levels(told);
constexpr std::size_t e2 = 12, e4 = 28;

/// Sensors of various rest levels with noise, and pieces of various strength.
class HallBoard {
  public:
    explicit HallBoard(unsigned seed) : random(seed) {
        for (auto& zero : rests) zero = 2'048 + between(-60, 60);
    }
    int between(int least, int most) { return std::uniform_int_distribution<>(least, most)(random); }
    void set_up(double share = 1) {
        for (std::size_t square = 0; square < 64; ++square)
            pulls[square] = static_cast<int>(share * as_designed[square] * between(92, 108) / 100);
    }
    /// Set up, with e4 feeling so much of a pawn.
    Reading with_pawn(double level) {
        auto other = *this;
        other.pulls[e4] += static_cast<int>(level);
        return other.read();
    }
    Reading read() {
        std::vector<wire::Levels> all(32);
        for (auto& levels : all)
            for (std::size_t square = 0; square < 64; ++square)
                levels[square] =
                    static_cast<std::uint16_t>(rests[square] + pulls[square] + between(-noise, noise));
        return reading_of(all);
    }

    std::array<int, 64> rests{}, pulls{};
    int noise = 4;
    std::mt19937 random;
};

/// The measured board's.
design::Verdict verdict_of(const design::Board& measured) {
    static const auto of_deep = design::judge(told, 20'000, 1);
    auto verdict = of_deep;
    const double share = design::level_at(measured, {}) / design::level_at(told, {});
    for (double* level : {&verdict.level, &verdict.threshold, &verdict.release}) *level *= share;
    return verdict;
}

/// What e4 feels of a pawn in its corners, and at e5's edge.
struct Pawn {
    double corner = 72, opposite = 72, at_edge = -8;
};

/// As the verb does.
std::expected<wire::Calibration, std::string> calibrate(HallBoard& board, const auto& set_up,
                                                        Pawn pawn = {}) {
    const auto zero = zeros_of(board.read());
    if (!zero) return std::unexpected(zero.error());
    set_up(board);
    const Reading start = board.read();
    const auto measured = as_measured(told, *zero, start);
    if (!measured) return std::unexpected(measured.error());
    const auto calibration = calibration_of(*measured, verdict_of(*measured), *zero, start);
    if (!calibration) return calibration;
    if (const auto why = objection(
            *measured, start,
            {board.with_pawn(pawn.corner), board.with_pawn(pawn.opposite), board.with_pawn(pawn.at_edge)}))
        return std::unexpected(*why);
    return calibration;
}

std::string why(unsigned seed, const auto& set_up, Pawn pawn = {}) {
    HallBoard board(seed);
    const auto done = calibrate(board, set_up, pawn);
    return done ? "" : done.error();
}
constexpr auto as_it_should = [](HallBoard& board) { board.set_up(); };

} // namespace

TEST_CASE("with the calibration every piece stands, and no empty square shows one") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        HallBoard board(seed);
        const auto done = calibrate(board, as_it_should);
        INFO("seed " << seed << ": " << (done ? "" : done.error()));
        REQUIRE(done);
        CHECK(done->release < done->threshold);
        const Reading start = board.read();
        for (std::size_t square = 0; square < 64; ++square) {
            const double away = start.mean[square] - done->zero[square];
            if (design::stands_at_start(square))
                CHECK(away * (square < 32 ? 1 : -1) - 8 > done->threshold);
            else
                CHECK(std::abs(away) + 8 < done->release);
        }
    }
}

TEST_CASE("magnets beyond all measure get a threshold that boards take") {
    const auto done = calibration_of(told, {.threshold = 2'000, .release = 1'600, .chances = {}}, {}, {});
    REQUIRE(done);
    CHECK(done->threshold == 1'000);
    CHECK(done->release == 800);
}

TEST_CASE("a piece left on the empty board, and a sensor that is dead or restless, are named") {
    HallBoard left(1);
    left.pulls[27] = 500;
    const auto forgotten = zeros_of(left.read());
    REQUIRE_FALSE(forgotten);
    CHECK(forgotten.error().starts_with("d4 reads 25"));
    CHECK(forgotten.error().ends_with("take what stands there away, or look at its sensor"));

    HallBoard dead(2);
    dead.rests[63] = 10;
    CHECK(zeros_of(dead.read()).error().starts_with("h8 reads"));

    HallBoard restless(3);
    restless.noise = 60;
    CHECK(zeros_of(restless.read()).error().starts_with("a1 is not at rest"));
}

TEST_CASE("each fault of a start position is named") {
    const auto with = [](std::size_t square, int pull) {
        return [=](HallBoard& b) {
            b.set_up();
            b.pulls[square] = pull;
        };
    };
    CHECK(why(1, with(e2, 0)).starts_with("e2 shows a piece by "));
    CHECK(why(2, with(4, -400)) ==
          "e1 shows a piece of the other side: put the right one there, or turn its magnet over");
    CHECK(why(3, with(59, -255)).starts_with("d8 shows a piece by 25"));
    CHECK(why(3, with(59, -705)).starts_with("d8 shows a piece by 70"));
    CHECK(why(4, with(20, 330)).starts_with("e3 is empty but feels its neighbour by 3"));
    CHECK(why(5, [](HallBoard& b) { b.set_up(-1); }).starts_with("every piece shows the other side's pole"));
    for (const double share : {0.0, 0.7, 1.4})
        CHECK(why(6, [=](HallBoard& b) { b.set_up(share); }).find("measure the gap (20 mm)") !=
              std::string::npos);
}

TEST_CASE("the threshold does not follow what pieces do, or a board that is not safe gets one") {
    for (const double share : {0.88, 1.0, 1.12}) {
        HallBoard board(1);
        const auto done = calibrate(board, [=](HallBoard& b) { b.set_up(share); },
                                    {.corner = 72 * share, .opposite = 72 * share, .at_edge = -8 * share});
        REQUIRE(done);
        CHECK(done->threshold == Approx(share * verdict_of(told).threshold).epsilon(0.05));
    }
    const auto refused = calibration_of(told, {.chances = {.missed_anywhere = 0.1}}, {}, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().find("100,000 of a million pieces anywhere on their squares are missed") !=
          std::string::npos);
}

TEST_CASE("what all other pieces do to e4 counts as what the pawn does") {
    CHECK(why(1, [](HallBoard& b) { b.set_up(), b.pulls[e4] = -20; }) == "");
}

TEST_CASE("a board that cannot feel a pawn in its corners, or feels it from the next square, is calibrated") {
    const auto refused = [](Pawn pawn, const char* why_not) {
        CHECK(why(1, as_it_should, pawn).starts_with(why_not));
    };
    CHECK(why(1, as_it_should, {.corner = 55, .opposite = 90}).empty());   // a sensor that is off the middle
    CHECK(why(1, as_it_should, {.corner = 100, .opposite = 100}).empty()); // a larger base
    refused({.corner = -44, .opposite = -44}, "e4 feels a pawn in its corners by -4"); // 10x3 at a gap of 5
    refused({.corner = 50, .opposite = 52}, "e4 feels a pawn in its corners by 5");
    refused({.at_edge = 40}, "e4 feels a pawn at the edge of e5 by ");
    refused({.at_edge = -20}, "e4 feels a pawn at the edge of e5 by -2");
}
