#include "firmware/core/hall_sensing.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>
#include <vector>

using namespace adoube::firmware;
namespace wire = adoube::wire;
using wire::Content;

namespace {

constexpr unsigned e4 = 28, h8 = 63;

wire::Calibration calibration(std::uint16_t threshold, std::uint16_t release, std::uint16_t zero = 2'000) {
    wire::Calibration made{.boot_id = 0, .kept = 0, .threshold = threshold, .release = release, .zero = {}};
    made.zero.fill(zero);
    return made;
}

class Bench {
  public:
    explicit Bench(const wire::Calibration& in_force = calibration(200, 150)) {
        sensing.calibrate(in_force);
        levels.fill(2'000);
    }
    Scan look() {
        Scan scan;
        scan.contacts = 0b101;
        sensing.feed(levels, scan);
        CHECK(scan.contacts == 0b101);
        return scan;
    }
    Content look(unsigned square, int level) {
        levels[square] = static_cast<std::uint16_t>(level);
        return look().squares.at(square);
    }
    HallSensing sensing;
    wire::Levels levels{};
};

/// Judges every square in every scan, and remembers nothing but what it showed.
class PlainSensing {
  public:
    explicit PlainSensing(const wire::Calibration& in_force) : in_force_(in_force), zeros_(in_force.zero) {}

    Scan look(const wire::Levels& levels) {
        std::uint64_t changed = 0, impossible = 0;
        for (unsigned square = 0; square < wire::square_count; ++square) {
            const std::uint64_t bit = std::uint64_t{1} << square;
            const Shown before = shown_[square];
            Shown& now = shown_[square];
            if (judge(now, levels[square], zeros_.zero(square))) impossible |= bit;
            if (now.side != before.side) changed |= bit;
        }
        zeros_.feed(levels, changed, impossible);
        Scan scan;
        for (unsigned square = 0; square < wire::square_count; ++square)
            scan.squares.set(square, shown_[square].side > 0   ? Content::white
                                     : shown_[square].side < 0 ? Content::black
                                                               : Content::empty);
        scan.broken = impossible & impossible_[0] & impossible_[1];
        impossible_[1] = impossible_[0];
        impossible_[0] = impossible;
        return scan;
    }

  private:
    struct Shown {
        int side = 0; // 1: white, -1: black
        bool strong = false;
    };
    /// Whether the level is impossible, and nothing new is shown.
    bool judge(Shown& shown, int level, int zero) const {
        const bool low = level<HallSensing::least_level, high = level> HallSensing::most_level;
        const bool saturated = shown.strong && shown.side == (low ? -1 : 1);
        if ((low || high) && !saturated) return true;
        const int white_from = shown.side > 0 ? in_force_.release : in_force_.threshold;
        const int black_from = shown.side < 0 ? in_force_.release : in_force_.threshold;
        shown.side = level - zero >= white_from ? 1 : zero - level >= black_from ? -1 : 0;
        shown.strong = shown.side > 0   ? level > HallSensing::most_level - HallSensing::near_end
                       : shown.side < 0 ? level < HallSensing::least_level + HallSensing::near_end
                                        : false;
        return false;
    }

    wire::Calibration in_force_;
    ZeroFollowing zeros_;
    std::array<Shown, wire::square_count> shown_{};
    std::uint64_t impossible_[2]{};
};

struct Row {
    int level;
    char shows; // '.', 'w', 'b'
};
struct Table {
    const char* what;
    std::vector<Row> rows;
};

} // namespace

TEST_CASE("a square shows a piece from the threshold on, until it is nearer to zero than the release") {
    const std::vector<Table> tables{
        {"white comes and goes", {{2'199, '.'}, {2'200, 'w'}, {2'151, 'w'}, {2'150, 'w'}, {2'149, '.'}}},
        {"black comes and goes", {{1'801, '.'}, {1'800, 'b'}, {1'850, 'b'}, {1'851, '.'}}},
        {"what left must come back whole", {{2'300, 'w'}, {2'149, '.'}, {2'199, '.'}, {2'200, 'w'}}},
        {"one hand exchanges the colours", {{2'500, 'w'}, {1'500, 'b'}, {2'200, 'w'}, {1'800, 'b'}}},
        {"white's hold does not help black", {{2'200, 'w'}, {1'850, '.'}, {1'849, '.'}, {1'800, 'b'}}},
        {"to the ends of the range", {{4'071, 'w'}, {24, 'b'}, {2'000, '.'}}},
    };
    for (const auto& table : tables)
        for (const unsigned square : {0u, e4, 31u, 32u, h8}) {
            INFO(table.what << ", square " << square);
            Bench bench;
            for (const Row& row : table.rows) {
                INFO("level " << row.level);
                CHECK(bench.look(square, row.level) ==
                      wire::content_from_char(row.shows, wire::Sensing::colour));
            }
        }
}

TEST_CASE("each square is judged by its own zero, and no other square's level", "[many]") {
    std::mt19937_64 random(1);
    Bench bench(calibration(120, 80));
    wire::Calibration in_force = calibration(120, 80);
    for (auto& zero : in_force.zero) zero = static_cast<std::uint16_t>(1'700 + random() % 700);
    bench.sensing.calibrate(in_force);
    std::array<int, wire::square_count> shown{};
    for (int scan = 0; scan < 5'000; ++scan) {
        for (unsigned square = 0; square < wire::square_count; ++square) {
            const int away = static_cast<int>(random() % 401) - 200;
            bench.levels[square] = static_cast<std::uint16_t>(in_force.zero[square] + away);
            const int side = away > 0 ? 1 : -1;
            const int needed = shown[square] == side ? 80 : 120;
            shown[square] = side * away >= needed ? side : 0;
        }
        wire::Squares expected;
        for (unsigned square = 0; square < wire::square_count; ++square)
            expected.set(square, shown[square] > 0   ? Content::white
                                 : shown[square] < 0 ? Content::black
                                                     : Content::empty);
        const Scan looked = bench.look();
        REQUIRE(looked.squares == expected);
        REQUIRE(looked.broken == 0);
    }
}

TEST_CASE("it shows in every scan what a look at every level shows", "[many]") {
    std::mt19937_64 random(3);
    const auto in = [&](int low, int high) {
        return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    for (int round = 0; round < 20; ++round) {
        wire::Calibration in_force = calibration(static_cast<std::uint16_t>(in(16, 1'024)), 0);
        in_force.release = static_cast<std::uint16_t>(in(0, in_force.threshold - 1));
        for (auto& zero : in_force.zero)
            zero = static_cast<std::uint16_t>(random() % 8 == 0 ? in(24, 4'071) : in(1'900, 2'200));
        HallSensing sensing;
        sensing.calibrate(in_force);
        PlainSensing plain(in_force);
        std::array<int, wire::square_count> held{};
        for (unsigned square = 0; square < wire::square_count; ++square) held[square] = in_force.zero[square];
        const int noise = in(0, 3), drift = in(-1, 1);
        for (int scan = 0; scan < 15'000; ++scan) {
            if (random() % 8 == 0) {
                const auto square = random() % wire::square_count;
                const int rails[] = {0, 23, 24, 535, 536, 3'559, 3'560, 4'071, 4'072, 4'095};
                held[square] = random() % 3 == 0   ? rails[random() % 10]
                               : random() % 2 == 0 ? in(0, 4'095)
                                                   : in_force.zero[square];
            }
            wire::Levels levels{};
            for (unsigned square = 0; square < wire::square_count; ++square)
                levels[square] = static_cast<std::uint16_t>(
                    std::clamp(held[square] + in(-noise, noise) + drift * scan / 4'096, 0, 4'095));
            Scan seen;
            sensing.feed(levels, seen);
            const Scan expected = plain.look(levels);
            REQUIRE(seen.squares == expected.squares);
            REQUIRE(seen.broken == expected.broken);
        }
    }
}

TEST_CASE("a piece that hovers at any height, in noise narrower than the hysteresis, changes its square at "
          "most once",
          "[many]") {
    std::mt19937_64 random(2);
    for (int height = 1'500; height <= 2'500; ++height) {
        Bench bench;
        bench.look(e4, random() % 2 == 0 ? 2'400 : 1'600);
        int changes = 0;
        Content shown = bench.look(e4, height);
        for (int scan = 0; scan < 200; ++scan) {
            const Content now = bench.look(e4, height + static_cast<int>(random() % 49) - 24);
            changes += now != shown;
            shown = now;
        }
        REQUIRE(changes <= 1);
    }
}

TEST_CASE("a sensor at a rail is broken after three scans, and its square holds still until then") {
    for (const int rail : {0, 23, 4'072, 4'095}) {
        INFO("level " << rail);
        Bench bench;
        CHECK(bench.look(e4, 2'400) == Content::white);
        for (int scan = 1; scan <= 5; ++scan) {
            CHECK(bench.look(e4, rail) == Content::white);
            CHECK(bench.look().broken == (scan >= 2 ? std::uint64_t{1} << e4 : 0));
        }
        CHECK(bench.look(e4, 2'000) == Content::empty);
        CHECK(bench.look().broken == 0);
    }
}

TEST_CASE("a sensor that a strong magnet saturates is called broken") {
    struct End {
        int near, rail;
        Content shown;
    };
    for (const auto& [near, rail, shown] : {End{3'700, 4'095, Content::white}, End{400, 0, Content::black}}) {
        INFO("level " << rail);
        Bench bench;
        CHECK(bench.look(e4, near) == shown);
        for (int scan = 0; scan < 10; ++scan) {
            CHECK(bench.look(e4, rail) == shown);
            CHECK(bench.look().broken == 0);
        }
        CHECK(bench.look(e4, near) == shown);
        CHECK(bench.look(e4, 2'000) == Content::empty);
        for (int scan = 0; scan < 3; ++scan) bench.look(e4, rail); // from rest: a wire that came off
        CHECK(bench.look().broken == std::uint64_t{1} << e4);
    }
}

TEST_CASE("single readings at a rail are passed over") {
    Bench bench;
    bench.look(e4, 1'500);
    for (int scan = 0; scan < 100; ++scan) {
        CHECK(bench.look(e4, scan % 3 == 2 ? 1'500 : 0) == Content::black);
        CHECK(bench.look(e4, 1'500) == Content::black);
    }
    CHECK(bench.look().broken == 0);
}

TEST_CASE("a multiplexer that is missing breaks its sixteen squares and no other") {
    Bench bench;
    for (unsigned square = 16; square < 32; ++square) bench.levels[square] = 3;
    bench.levels[e4 + 8] = 2'600;
    bench.look();
    bench.look();
    const Scan scan = bench.look();
    CHECK(scan.broken == 0xFFFF'0000);
    CHECK(scan.squares.occupied() == std::uint64_t{1} << (e4 + 8));
}

TEST_CASE("what is in force is the nearest to the wish") {
    Bench bench;
    SECTION("a threshold within the noise") {
        bench.sensing.calibrate(calibration(2, 1));
        CHECK(bench.sensing.calibration().threshold == 16);
        CHECK(bench.sensing.calibration().release == 1);
    }
    SECTION("a threshold that no sensor reaches") {
        bench.sensing.calibrate(calibration(9'000, 8'000));
        CHECK(bench.sensing.calibration().threshold == 1'024);
        CHECK(bench.sensing.calibration().release == 1'023);
    }
    SECTION("the zero of a sensor that was broken when it was measured") {
        wire::Calibration wish = calibration(200, 150);
        wish.zero[e4] = 7;
        bench.sensing.calibrate(wish);
        CHECK(bench.sensing.calibration().zero[e4] == 2'048);
        CHECK(bench.sensing.calibration().zero[h8] == 2'000);
    }
}

TEST_CASE("a board that was never calibrated sees strong magnets over sensors of any make") {
    Bench bench(uncalibrated());
    CHECK(bench.sensing.calibration().kept == 0);
    for (const int rest : {1'950, 2'048, 2'140}) {
        bench.levels.fill(static_cast<std::uint16_t>(rest));
        CHECK(bench.look().squares.occupied() == 0);
        CHECK(bench.look(e4, rest + 400) == Content::white);
        CHECK(bench.look(e4, rest - 400) == Content::black);
        CHECK(bench.look(e4, rest) == Content::empty);
    }
}
