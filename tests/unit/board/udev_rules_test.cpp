#include "protocol/usb.hpp"

#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>

using namespace adoube;

TEST_CASE("the udev rules are for the ids of a board, and of the boot ROM") {
    std::ostringstream rules;
    rules << std::ifstream(tests::project_file("firmware/60-adoube.rules")).rdbuf();
    const auto rule = [](unsigned vendor, unsigned product) {
        char text[64];
        std::snprintf(text, sizeof text, R"(ATTR{idVendor}=="%04x", ATTR{idProduct}=="%04x")", vendor,
                      product);
        return std::string(text);
    };
    CHECK(rules.str().find(rule(wire::usb::vendor_id, wire::usb::product_id)) != std::string::npos);
    CHECK(rules.str().find(rule(0x2e8a, 0x0003)) != std::string::npos); // RP2040 data sheet, 2.8.5
}
