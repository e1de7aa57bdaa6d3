#include "firmware/core/line_choice.hpp"
#include "tests/catch.hpp"

#include <string>
#include <vector>

using adoube::firmware::LineChoice;

namespace {

constexpr unsigned cdc = 0, vendor = 1, uart = 2;
constexpr std::uint64_t s = 1'000'000;

/// Noise is no good frame.
struct Lines {
    LineChoice choice{uart};
    std::uint64_t heard_us = 0;

    std::string frame(unsigned line, std::uint64_t now_us) {
        const auto result = choice.came(line, now_us, heard_us);
        if (result != LineChoice::Bytes::ignored) heard_us = now_us;
        return name(result);
    }
    std::string noise(unsigned line, std::uint64_t now_us) {
        return name(choice.came(line, now_us, heard_us));
    }

    static std::string name(LineChoice::Bytes result) {
        return result == LineChoice::Bytes::ours   ? "ours"
               : result == LineChoice::Bytes::anew ? "anew"
                                                   : "ignored";
    }
};

} // namespace

TEST_CASE("the link waits on the resting line and goes where bytes come") {
    Lines lines;
    CHECK(lines.choice.line() == uart);
    CHECK(lines.frame(vendor, 1 * s) == "anew");
    CHECK(lines.choice.line() == vendor);
    CHECK(lines.frame(vendor, 2 * s) == "ours");
}

TEST_CASE("a line keeps the link from the others until it has been silent long enough") {
    Lines lines;
    lines.frame(vendor, 1 * s);
    CHECK(lines.frame(cdc, 2 * s) == "ignored");
    CHECK(lines.frame(uart, 3 * s) == "ignored");
    CHECK(lines.frame(vendor, 4 * s) == "ours");
    CHECK(lines.frame(cdc, 9 * s - 1) == "ignored");
    CHECK(lines.frame(cdc, 9 * s) == "anew");
    CHECK(lines.choice.line() == cdc);
    CHECK(lines.frame(vendor, 9 * s + 1) == "ignored");
}

TEST_CASE("nobody else asking, a silent line may come back") {
    Lines lines;
    lines.frame(cdc, 1 * s);
    CHECK(lines.frame(cdc, 100 * s) == "ours");
    CHECK(lines.choice.line() == cdc);
}

TEST_CASE("a line that ends gives the link back at once, another that ends changes nothing") {
    Lines lines;
    lines.frame(cdc, 1 * s);
    CHECK(!lines.choice.ended(vendor));
    CHECK(lines.choice.line() == cdc);
    CHECK(lines.choice.ended(cdc));
    CHECK(lines.choice.line() == uart);
    CHECK(!lines.choice.ended(cdc));
    CHECK(lines.frame(vendor, 1 * s + 1) == "anew");
}

TEST_CASE("noise holds nothing") {
    Lines lines;
    CHECK(lines.noise(uart, 1 * s) == "ours");
    CHECK(lines.noise(cdc, 1 * s) == "anew"); // modem commands on the serial port
    CHECK(lines.frame(vendor, 1 * s) == "anew");
    CHECK(lines.noise(uart, 2 * s) == "ignored");
    CHECK(lines.noise(cdc, 3 * s) == "ignored");

    SECTION("nor does what was heard on another line before") {
        lines.choice.ended(vendor);
        CHECK(lines.noise(cdc, 3 * s) == "anew");
        CHECK(lines.frame(vendor, 3 * s) == "anew");
    }
    SECTION("on the resting line either") {
        lines.choice.ended(vendor);
        CHECK(lines.noise(uart, 3 * s) == "ours");
        CHECK(lines.frame(vendor, 3 * s) == "anew");
    }
}
