#include "firmware/core/hall_sensing.hpp"
#include "tests/catch.hpp"

#include <random>

using namespace adoube::firmware;
namespace wire = adoube::wire;

namespace {

constexpr unsigned e4 = 28, e5 = 36, a1 = 0;
constexpr std::uint16_t rest = 2'000;
constexpr unsigned scans_in_window = ZeroFollowing::scans_between * ZeroFollowing::readings_in_window;

wire::Levels all(std::uint16_t level) {
    wire::Levels levels;
    levels.fill(level);
    return levels;
}

/// Whole windows of scans with noise, while levels drift by so much in each.
class Room {
  public:
    void pass(int windows, double drift_per_window, std::uint64_t changed_in_each = 0) {
        for (int window = 0; window < windows; ++window)
            for (unsigned scan = 0; scan < scans_in_window; ++scan) {
                warmth += drift_per_window / scans_in_window;
                auto noisy = levels;
                for (auto& level : noisy) level = static_cast<std::uint16_t>(level + warmth + noise());
                following.feed(noisy, scan == 100 ? changed_in_each : 0, 0);
            }
    }
    int noise() { return static_cast<int>(random() % 9) - 4; }

    std::mt19937_64 random{1};
    wire::Levels levels = all(rest);
    double warmth = 0.5; // rounds
    ZeroFollowing following{levels};
};

} // namespace

TEST_CASE("the zero of an empty square stays behind when the hall gets warm") {
    for (const double drift : {0.5, -0.5, 1.0}) {
        Room room;
        room.pass(30, drift);
        for (const unsigned square : {a1, e4})
            CHECK(std::abs(room.following.zero(square) - (rest + 30 * drift)) <= 3);
    }
}

TEST_CASE("the zero under a piece that stands for hours stays behind, or takes the piece for drift") {
    Room room;
    room.pass(3, 0);
    room.levels[e4] = rest + 450;
    room.pass(1, 0, std::uint64_t{1} << e4);
    room.pass(30, 1);
    CHECK(std::abs(room.following.zero(e4) - (rest + 30)) <= 3);
}

TEST_CASE("a neighbour's field is taken for drift") {
    Room room;
    room.pass(3, 0);
    for (int move = 0; move < 40; ++move) { // a piece comes to e5 and goes again, and e4 feels it
        room.levels[e4] = rest + (move % 2 == 0 ? 2 : 0);
        room.pass(1, 0, std::uint64_t{1} << e5);
        room.levels[a1] = rest + (move % 2 == 0 ? 20 : 0); // slid within its square, or a phone beside it
        room.pass(1, 0);
    }
    CHECK(std::abs(room.following.zero(e4) - rest) <= 2);
    CHECK(std::abs(room.following.zero(a1) - rest) <= 2);
}

TEST_CASE("a level that moves without end takes the zero along without end") {
    Room room;
    room.pass(100, 1);
    CHECK(room.following.zero(e4) == rest + ZeroFollowing::furthest);
}

TEST_CASE("a sensor that was broken for a while has another zero afterwards") {
    ZeroFollowing following(all(rest));
    const auto window = [&](std::uint16_t level, std::uint64_t impossible) {
        for (unsigned scan = 0; scan < scans_in_window; ++scan) {
            auto levels = all(rest);
            levels[e4] = level;
            following.feed(levels, 0, impossible);
        }
    };
    for (int times = 0; times < 5; ++times) {
        window(rest, 0);
        window(0, std::uint64_t{1} << e4);
        window(1, std::uint64_t{1} << e4);
    }
    window(rest, 0);
    CHECK(following.zero(e4) == rest);
}
