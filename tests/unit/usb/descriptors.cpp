// The descriptors are whole: lengths chain, counts and numbers agree. (tests/emulated compares their bytes
// with the specifications.)

#include "tests/unit/usb/control_host.hpp"

using namespace adoube::usb;

namespace {

/// The descriptors behind the head; each begins with its length.
std::vector<Bytes> parts(std::span<const Byte> rest) {
    std::vector<Bytes> all;
    while (!rest.empty()) {
        REQUIRE(rest[0] >= 3);
        REQUIRE(rest[0] <= rest.size());
        all.emplace_back(rest.begin(), rest.begin() + rest[0]);
        rest = rest.subspan(rest[0]);
    }
    return all;
}
unsigned u16(std::span<const Byte> bytes, std::size_t at) { return bytes[at] | bytes[at + 1] << 8; }

} // namespace

TEST_CASE("the configuration has the interfaces and endpoints that it announces, numbered in order") {
    CHECK(u16(test_configuration, 2) == test_configuration.size());
    CHECK(test_configuration[8] == 50);
    unsigned interfaces = 0, endpoints_to_come = 0;
    std::vector<unsigned> endpoints;
    for (const Bytes& part : parts(test_configuration)) {
        if (part[1] == 4) {
            CHECK(endpoints_to_come == 0);
            CHECK(part[2] == interfaces++);
            endpoints_to_come = part[4];
        } else if (part[1] == 5) {
            REQUIRE(endpoints_to_come-- > 0);
            endpoints.push_back(part[2]);
        }
    }
    CHECK(interfaces == test_configuration[4]);
    CHECK(endpoints_to_come == 0);
    CHECK(endpoints.size() == std::size(data_endpoints));
    for (const Endpoint endpoint : data_endpoints)
        CHECK(std::ranges::count(endpoints, static_cast<unsigned>(endpoint)) == 1);
}

TEST_CASE("the BOS descriptor has the capabilities that it announces") {
    const auto all = parts(bos_descriptor);
    CHECK(u16(bos_descriptor, 2) == bos_descriptor.size());
    CHECK(all.size() == 1u + bos_descriptor[4]);
    CHECK(u16(all[2], 24) == microsoft_descriptors.size());
}

TEST_CASE("each part of the Microsoft OS 2.0 set is as long as it says") {
    const std::span<const Byte> set(microsoft_descriptors);
    CHECK(u16(set, 0) == 10);
    CHECK(u16(set, 8) == set.size());           // the set
    CHECK(u16(set, 10 + 6) == set.size() - 10); // its configuration
    CHECK(u16(set, 18 + 6) == set.size() - 18); // its function
    const auto property = set.subspan(26 + 20);
    CHECK(u16(property, 0) == property.size());
    const unsigned name_length = u16(property, 6);
    CHECK(u16(property, 8 + name_length) == property.size() - 10 - name_length);
    CHECK(property.back() == 0);
}
