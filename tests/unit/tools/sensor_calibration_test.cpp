#include "tests/catch.hpp"
#include "tools/adoube/board/sensor_calibration.hpp"

#include <random>
#include <utility>
#include <vector>

using namespace adoube;
using namespace adoube::tools;

namespace {

/// Sensors of various rest levels with noise, and pieces of various strength.
class HallBoard {
  public:
    explicit HallBoard(unsigned seed) : random(seed) {
        for (auto& zero : rests) zero = 2'048 + between(-60, 60);
    }
    int between(int least, int most) { return std::uniform_int_distribution<>(least, most)(random); }
    void set_up(int least = 350, int most = 700) {
        for (std::size_t square = 0; square < 64; ++square)
            if (square < 16 || square >= 48) pulls[square] = (square < 16 ? 1 : -1) * between(least, most);
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

constexpr double share = 0.14;
constexpr std::size_t e2 = 12, e4 = 28;
/// What e4 feels.
struct Pawn {
    int in_corner = 75, at_edge = -8;
    int others = 0; // of the pieces on all other squares
};

/// As the verb does.
std::expected<wire::Calibration, std::string> calibrate(HallBoard& board, const auto& set_up,
                                                        Pawn pawn = {}) {
    const Reading empty = board.read();
    const auto zero = zeros_of(empty);
    if (!zero) return std::unexpected(zero.error());
    set_up(board);
    board.pulls[e4] = pawn.others;
    const Reading start = board.read();
    const auto rough = calibration_of(*zero, empty, start, share);
    if (!rough) return rough;
    const int on_e2 = std::exchange(board.pulls[e2], 0);
    const auto with_pawn = [&](int pull) {
        board.pulls[e4] = pull + pawn.others;
        return board.read();
    };
    const auto in_corner = with_pawn(pawn.in_corner);
    const auto done = fitted(*rough, start, in_corner, with_pawn(pawn.at_edge));
    board.pulls[e4] = 0;
    board.pulls[e2] = on_e2;
    return done;
}

std::string why(unsigned seed, const auto& set_up) {
    HallBoard board(seed);
    const auto done = calibrate(board, set_up);
    return done ? "" : done.error();
}

} // namespace

TEST_CASE("with the calibration every piece stands, and no empty square shows one") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        HallBoard board(seed);
        const auto done = calibrate(board, [](HallBoard& b) { b.set_up(); });
        INFO("seed " << seed << ": " << (done ? "" : done.error()));
        REQUIRE(done);
        CHECK(done->release < done->threshold);
        const Reading start = board.read();
        for (std::size_t square = 0; square < 64; ++square) {
            const double away = start.mean[square] - done->zero[square];
            if (board.pulls[square] == 0)
                CHECK(std::abs(away) + 8 < done->release);
            else
                CHECK(away * (board.pulls[square] > 0 ? 1 : -1) - 8 > done->threshold);
        }
    }
}

TEST_CASE("magnets beyond all measure get a threshold that boards take") {
    HallBoard board(1);
    for (auto& rest : board.rests) rest = 30'000; // a converter of more bits
    const auto done = calibrate(board, [](HallBoard& b) { b.set_up(9'000, 9'500); }, {.in_corner = 2'000});
    REQUIRE(done);
    CHECK(done->threshold == 1'000);
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
    CHECK(why(1, with(12, 0)).starts_with("e2 shows a piece by "));
    CHECK(why(2, with(4, -400)) ==
          "e1 shows a piece of the other side: put the right one there, or turn its magnet over");
    CHECK(why(3, with(59, 60)).starts_with("d8 shows a piece by 0 only"));
    CHECK(why(4, with(20, 330)).starts_with("e3 is empty but feels its neighbour by 3"));
    CHECK(why(5, [](HallBoard& b) {
              b.set_up();
              for (auto& pull : b.pulls) pull = -pull;
          }).starts_with("every piece shows the other side's pole"));
}

TEST_CASE(
    "the threshold is no share of what most pieces do, or stands where a pawn in a corner is not felt") {
    const auto threshold = [](Pawn pawn) {
        HallBoard board(1);
        board.noise = 1;
        const auto done = calibrate(
            board, [](HallBoard& b) { b.set_up(430, 440); }, pawn);
        REQUIRE(done);
        CHECK(done->release < done->threshold);
        return done->threshold;
    };
    CHECK(std::abs(threshold({.in_corner = 100, .at_edge = -8}) - 61) <= 1);
    CHECK(std::abs(threshold({.in_corner = 65, .at_edge = -8}) - 55) <= 1);   // lower for the corner
    CHECK(std::abs(threshold({.in_corner = 100, .at_edge = -15}) - 72) <= 2); // higher for the neighbours
}

TEST_CASE("what all other pieces do to e4 counts as what the pawn does") {
    HallBoard board(1);
    board.noise = 1;
    const auto set_up = [](HallBoard& b) { b.set_up(390, 410); };
    const auto alone = calibrate(board, set_up, {.in_corner = 72, .at_edge = -9});
    HallBoard among(1);
    among.noise = 1;
    const auto done = calibrate(among, set_up, {.in_corner = 72, .at_edge = -9, .others = -4});
    REQUIRE(alone);
    REQUIRE(done);
    CHECK(std::abs(done->threshold - alone->threshold) <= 1);
}

TEST_CASE("a board that cannot feel a pawn in a corner, or feels it from the next square, is calibrated") {
    const auto refused = [](Pawn pawn, const char* why_not) {
        HallBoard board(1);
        const auto done = calibrate(
            board, [](HallBoard& b) { b.set_up(); }, pawn);
        REQUIRE_FALSE(done);
        CHECK(done.error().starts_with(why_not));
        CHECK(done.error().find("no threshold suits both") != std::string::npos);
    };
    refused({.in_corner = -44, .at_edge = -20}, "e4 feels a pawn in its corner by -4"); // 10x3 at a gap of 5
    refused({.in_corner = 20, .at_edge = -8}, "e4 feels a pawn in its corner by ");
    refused({.in_corner = 75, .at_edge = 40}, "e4 feels a pawn in its corner by ");
}
