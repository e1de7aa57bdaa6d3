// Starts counted in flash that loses power at every step.

#include "firmware/core/boot_store.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>
#include <set>

using namespace adoube::firmware;

namespace {

struct PowerLost {};

/// NOR flash: erasing sets bits, programming clears them. Power may fail at any byte, leaving it anywhere
/// between old and new.
class Flash final : public BootFlash {
  public:
    explicit Flash(std::uint64_t seed) : random_(seed) {
        for (auto& sector : sectors_)
            for (auto& byte : sector) byte = static_cast<std::uint8_t>(random_()); // factory state
    }
    Page read(unsigned sector, unsigned page) override {
        Page bytes;
        std::copy_n(sectors_.at(sector).begin() + page * BootFlash::page_size, BootFlash::page_size,
                    bytes.begin());
        return bytes;
    }
    void erase(unsigned sector) override {
        ++erased;
        for (auto& byte : sectors_.at(sector)) change(byte, 0xff);
    }
    void program(unsigned sector, unsigned page, const Page& bytes) override {
        for (std::size_t at = 0; at < BootFlash::page_size; ++at) {
            auto& byte = sectors_.at(sector).at(page * BootFlash::page_size + at);
            change(byte, byte & bytes[at]);
        }
    }

    std::size_t steps_until_cut = SIZE_MAX;
    int erased = 0;
    bool worn_out = false;

  private:
    void change(std::uint8_t& byte, int to) {
        if (worn_out || byte == to) return;
        if (steps_until_cut-- == 0) {
            byte = static_cast<std::uint8_t>(byte ^ ((byte ^ to) & random_()));
            throw PowerLost{};
        }
        byte = static_cast<std::uint8_t>(to);
    }
    std::array<std::array<std::uint8_t, BootFlash::page_size * pages>, 2> sectors_{};
    std::mt19937_64 random_;
};

/// As bad as entropy can be.
std::uint64_t always_the_same() { return 0x1234'5678'9abc'def0; }

std::optional<Boot> start(Flash& flash) {
    try {
        return count_boot(flash, always_the_same);
    } catch (const PowerLost&) {
        return std::nullopt;
    }
}

} // namespace

TEST_CASE("two starts of a board get one boot id, or a board gets another id") {
    Flash flash(1);
    std::set<std::uint32_t> ids;
    constexpr int starts = 100'000;
    for (int each = 0; each < starts; ++each) {
        const auto boot = start(flash);
        REQUIRE(boot);
        REQUIRE(boot->board_id == always_the_same());
        REQUIRE(ids.insert(boot->boot_id).second);
    }
    CHECK(flash.erased <= 4);
}

TEST_CASE("a start that loses power makes a later one get a boot id that was told before") {
    std::mt19937_64 random(adoube::tests::seed(1));
    for (const auto seed : adoube::tests::seeds({20, 200})) {
        Flash flash(seed);
        std::set<std::uint32_t> told;
        std::optional<std::uint64_t> board_id;
        for (int each = 0; each < 2'000; ++each) {
            flash.steps_until_cut = random() % 3 == 0 ? random() % (random() % 2 == 0 ? 2 : 5'000) : SIZE_MAX;
            const auto boot = start(flash);
            if (!boot) continue;
            REQUIRE(told.insert(boot->boot_id).second);
            REQUIRE(board_id.value_or(boot->board_id) == boot->board_id);
            board_id = boot->board_id;
        }
        CHECK(told.size() > 1'000);
    }
}

TEST_CASE("a flash that keeps nothing gives every start one boot id") {
    Flash flash(1);
    flash.worn_out = true;
    CHECK_FALSE(start(flash));
    flash.worn_out = false;
    REQUIRE(start(flash));
    flash.worn_out = true;
    CHECK_FALSE(start(flash));
}
