#include "daemon/board/usb/boards.hpp"

#include "firmware/usb/descriptors.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <iterator>

using namespace adoube;
using board::usb::find_link;

namespace {

/// Our own firmware's.
std::vector<std::uint8_t> descriptors() {
    constexpr auto configuration = usb::configuration_descriptor(100);
    std::vector<std::uint8_t> all;
    std::ranges::copy(usb::device_descriptor, std::back_inserter(all));
    std::ranges::copy(configuration, std::back_inserter(all));
    return all;
}

} // namespace

TEST_CASE("the link of our own firmware is found") {
    const auto link = find_link(descriptors());
    REQUIRE(link.has_value());
    CHECK(link->number == usb::interface::vendor);
    CHECK(link->in == 0x83);
    CHECK(link->out == 0x03);
    CHECK(link->in_packet == 64);
}

TEST_CASE("a device whose interfaces are of another class, subclass or protocol is no board") {
    const auto ours = descriptors();
    for (std::size_t at = 0; at + 2 < ours.size(); ++at) {
        const bool is_class = ours[at] == 0xFF && ours[at + 1] == 0x41 && ours[at + 2] == 0x01;
        if (!is_class) continue;
        for (std::size_t byte = 0; byte < 3; ++byte) {
            auto others = ours;
            others[at + byte] ^= 0x02;
            CHECK(!find_link(others));
        }
        return;
    }
    FAIL("the class is nowhere in the descriptors");
}

TEST_CASE("descriptors that are torn or lie about their length are read to where they make sense") {
    const auto ours = descriptors();
    std::size_t found = 0;
    for (std::size_t length = 0; length <= ours.size(); ++length)
        if (find_link(std::span(ours).first(length))) ++found;
    CHECK(found == 1); // both endpoints come last
    for (std::size_t at = 0; at < ours.size(); ++at)
        for (const int value : {0, 1, 2, 255}) {
            auto changed = ours;
            changed[at] = static_cast<std::uint8_t>(value);
            find_link(changed); // sanitizers check its reads
        }
}

TEST_CASE("an interface without both endpoints is no link, and does not borrow those of the next") {
    auto ours = descriptors();
    ours.resize(ours.size() - 7); // without the last endpoint
    const std::vector<std::uint8_t> next = {9, 4, 3, 0, 1, 0xFF, 0, 0, 0, 7, 5, 0x84, 2, 64, 0, 0};
    ours.insert(ours.end(), next.begin(), next.end());
    CHECK(!find_link(ours));
}
