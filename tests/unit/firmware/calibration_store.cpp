// Calibrations in flash that loses power at every byte of every step and of its repair.

#include "firmware/core/calibration_store.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>
#include <set>

using namespace adoube::firmware;
namespace wire = adoube::wire;

namespace {

struct PowerLost {};

/// NOR flash: erasing sets bytes to 0xFF, programming only clears bits. Power may fail after any byte,
/// leaving the next anywhere between old and new.
class Flash final : public FlashSlots {
  public:
    static constexpr std::size_t sector = 4'096;

    explicit Flash(std::uint64_t seed = 1) : random_(seed) {
        for (auto& slot : slots_)
            for (auto& byte : slot) byte = static_cast<std::uint8_t>(random_()); // factory state
    }
    Page read(unsigned slot) override {
        Page first;
        std::copy_n(slots_[slot].begin(), page, first.begin());
        return first;
    }
    void write(unsigned slot, const Page& bytes) override {
        ++writes[slot];
        for (auto& byte : slots_[slot]) change(byte, 0xFF);
        for (std::size_t at = 0; at < page; ++at) change(slots_[slot][at], slots_[slot][at] & bytes[at]);
    }
    void damage(unsigned slot, std::size_t at, std::uint8_t bits) { slots_[slot][at] ^= bits; }

    static constexpr std::size_t steps_of_a_write = sector + page;
    std::size_t steps_until_cut = SIZE_MAX;
    std::array<int, 2> writes{};

  private:
    void change(std::uint8_t& byte, std::uint8_t to) {
        if (steps_until_cut-- == 0) {
            const auto differing = static_cast<std::uint8_t>(byte ^ to);
            byte = static_cast<std::uint8_t>(byte ^ (differing & random_()));
            throw PowerLost{};
        }
        byte = to;
    }
    std::array<std::array<std::uint8_t, sector>, 2> slots_{};
    std::mt19937_64 random_;
};

wire::Calibration numbered(std::uint16_t number) {
    wire::Calibration made{.boot_id = 0, .kept = 1, .threshold = 200, .release = 150, .zero = {}};
    for (std::size_t square = 0; square < made.zero.size(); ++square)
        made.zero[square] = static_cast<std::uint16_t>(2'000 + number + square);
    return made;
}

/// False if the power failed.
bool store(Flash& flash, const wire::Calibration& calibration, std::size_t cut_after) {
    flash.steps_until_cut = cut_after;
    try {
        const bool stored = CalibrationStore(flash).store(calibration);
        CHECK(stored);
    } catch (const PowerLost&) {
        flash.steps_until_cut = SIZE_MAX;
        return false;
    }
    flash.steps_until_cut = SIZE_MAX;
    return true;
}

} // namespace

TEST_CASE("a board that was never calibrated has no calibration") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Flash flash(seed);
        CHECK_FALSE(CalibrationStore(flash).load());
    }
}

TEST_CASE("a calibration is kept, in the two slots by turns") {
    Flash flash;
    for (std::uint16_t number = 0; number < 10; ++number) {
        wire::Calibration told = numbered(number);
        told.boot_id = 0x1234;
        told.kept = 0;
        CHECK(CalibrationStore(flash).store(told));
        CHECK(CalibrationStore(flash).load() == numbered(number));
    }
    CHECK(flash.writes == std::array{5, 5});
}

TEST_CASE("what is kept already is not written again") {
    Flash flash;
    for (int time = 0; time < 3; ++time) CHECK(CalibrationStore(flash).store(numbered(1)));
    CHECK(flash.writes == std::array{1, 0});
}

TEST_CASE("power lost at any moment leaves the old calibration or the new one") {
    std::set<std::uint16_t> found;
    for (std::size_t cut = 0; cut <= Flash::steps_of_a_write; ++cut) {
        Flash flash(cut);
        for (std::uint16_t number = 0; number < cut % 3 + 1; ++number)
            store(flash, numbered(number), SIZE_MAX);
        const auto old = CalibrationStore(flash).load();
        REQUIRE(old);
        const bool finished = store(flash, numbered(100), cut);
        CHECK(finished == (cut == Flash::steps_of_a_write));
        const auto after = CalibrationStore(flash).load();
        REQUIRE(after);
        REQUIRE((*after == *old || *after == numbered(100)));
        found.insert(after->zero[0]);
    }
    CHECK(found.count(2'100) == 1); // also the new one
}

TEST_CASE("power lost again and again while storing never takes what is in force, and storing goes on") {
    std::mt19937_64 random(adoube::tests::seed(7));
    for (int board = 0; board < 200; ++board) {
        Flash flash(random());
        store(flash, numbered(0), SIZE_MAX);
        wire::Calibration in_force = numbered(0);
        for (std::uint16_t number = 1; number < 20; ++number) {
            const bool finished = store(flash, numbered(number), random() % (Flash::steps_of_a_write + 400));
            const auto after = CalibrationStore(flash).load();
            REQUIRE(after);
            REQUIRE((*after == numbered(number) || (!finished && *after == in_force)));
            in_force = *after;
        }
    }
}

TEST_CASE("the very first calibration, cut off, leaves none") {
    for (std::size_t cut = 0; cut < Flash::steps_of_a_write; cut += 7) {
        Flash flash(cut);
        store(flash, numbered(1), cut);
        const auto after = CalibrationStore(flash).load();
        REQUIRE((!after || *after == numbered(1)));
        CHECK(store(flash, numbered(2), SIZE_MAX));
        CHECK(CalibrationStore(flash).load() == numbered(2));
    }
}

TEST_CASE("a damaged record does not count: the older one does") {
    constexpr std::size_t record = 150;
    for (std::size_t at = 0; at < record; ++at)
        for (unsigned bit = 0; bit < 8; ++bit) {
            Flash flash;
            store(flash, numbered(1), SIZE_MAX);
            store(flash, numbered(2), SIZE_MAX);
            flash.damage(1, at, static_cast<std::uint8_t>(1u << bit));
            REQUIRE(CalibrationStore(flash).load() == numbered(1));
        }
}

TEST_CASE("flash memory that is worn out is noticed") {
    class Worn final : public FlashSlots {
        Page read(unsigned) override { return {}; }
        void write(unsigned, const Page&) override {}
    } worn;
    CHECK_FALSE(CalibrationStore(worn).store(numbered(1)));
}
