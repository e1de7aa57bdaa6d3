#include "daemon/drivers/dgt/dgt3000.hpp"
#include "tests/catch.hpp"

#include <vector>

using adoube::drivers::dgt::display_told;

namespace {

/// The bytes behind the address, as recorded; checksum by general call.
std::vector<std::uint8_t> time_message() {
    return {0x10, 24, 4, 0, 0x01, 0x29, 0x57, 0, 0, 0, 0x01, 0x30, 0x00, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0xb5};
}

} // namespace

TEST_CASE("A time message of a DGT 3000 tells both times and its lever") {
    const auto display = display_told(time_message());
    REQUIRE(display);
    CHECK(display->left_s == 3600 + 29 * 60 + 57);
    CHECK(display->right_s == 3600 + 30 * 60);
    CHECK(display->right_up);
}

TEST_CASE("No message that is damaged, cut, longer or of another kind tells a time") {
    const auto whole = time_message();
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        auto damaged = whole;
        damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1u << bit % 8);
        CHECK_FALSE(display_told(damaged));
    }
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(display_told(std::span(whole).first(length)));
    auto longer = whole;
    longer.push_back(0);
    CHECK_FALSE(display_told(longer));
}
