#include "firmware/usb/allowance.hpp"
#include "tests/tier.hpp"
#include "tests/unit/usb/control_host.hpp"

#include <random>

using namespace adoube::usb;

namespace {

/// Takes everything at once.
class Willing final : public Controller {
  public:
    void send(Endpoint, std::span<const Byte>, bool) override {}
    void receive(Endpoint, bool) override {}
    void stall(Endpoint) override {}
    void cancel(Endpoint) override {}
    void open_data_endpoints(bool) override {}
    void set_address(Byte) override {}
};

struct Port {
    Willing controller;
    Product product{"board", configuration_descriptor(500)};
    Device device{controller, product, 1};
    Allowance allowance;
    bool cable = false;

    void ask(Byte request, Byte value) {
        device.on_setup(std::array<Byte, 8>{0, request, value});
        device.on_sent(Endpoint::control_in);
    }
    void reset() {
        device.on_reset();
        ask(5, 9); // SET_ADDRESS
    }
    void configure(Byte to) { ask(9, to); }
    bool full(std::uint64_t now_us) { return allowance.full(cable, device, now_us); }
};

constexpr std::uint64_t second_us = 1'000'000, step_us = 20'000;

} // namespace

TEST_CASE("a board draws from a bus with a host only while that has configured it and is awake") {
    std::mt19937 random(static_cast<unsigned>(adoube::tests::seed(5)));
    const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
    for (int life = 0; life < 100; ++life) {
        Port port;
        std::uint64_t now_us = 0, plugged_in_us = 0;
        bool host = false, configured = false, awake = true; // what has happened since the cable came
        for (int step = 0; step < 200; ++step) {
            switch (port.cable ? below(7) : 6u) {
            case 0:
                port.reset();
                host = awake = true, configured = false;
                break;
            case 1:
                if (host && awake) port.configure(1), configured = true;
                break;
            case 2:
                if (host && awake) port.configure(0), configured = false;
                break;
            case 3: port.device.on_suspend(), awake = false; break;
            case 4: port.device.on_resume(), awake = true; break;
            case 5: break;
            case 6:
                port.cable = !port.cable;
                if (!port.cable) port.device.on_unplugged();
                host = configured = false, awake = true;
                plugged_in_us = now_us;
                break;
            }
            for (const auto until_us = now_us + below(3) * 400'000; now_us <= until_us; now_us += step_us) {
                INFO("life " << life << ", step " << step << ", " << now_us << " us");
                const bool may = !port.cable ||
                                 (host ? configured && awake : now_us - plugged_in_us >= second_us + step_us);
                const bool must_not = port.cable && (host ? !(configured && awake)
                                                          : now_us - plugged_in_us < second_us - step_us);
                const bool full = port.full(now_us);
                if (may) REQUIRE(full);
                if (must_not) REQUIRE(!full);
            }
        }
    }
}
