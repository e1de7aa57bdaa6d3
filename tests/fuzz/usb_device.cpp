// Any requests, packets, tokens and bus resets in any order: the device offers one packet at a time, never
// more than an endpoint takes, and a proper enumeration revives it.

#include "firmware/usb/device.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <map>
#include <utility>

using namespace adoube::usb;
using adoube::fuzz::promise;

namespace {

constexpr Configuration configuration = configuration_descriptor(100);
constexpr Product product{"Adoube", configuration};

class AnyHost final : public Controller {
  public:
    void send(Endpoint endpoint, std::span<const Byte> packet, bool) override {
        promise(is_in(endpoint), "packets are offered on IN endpoints");
        promise(packet.size() <= max_packet, "a packet has its limit");
        arm(endpoint);
    }
    void receive(Endpoint endpoint, bool) override {
        promise(!is_in(endpoint), "packets are asked for on OUT endpoints");
        arm(endpoint);
    }
    void stall(Endpoint endpoint) override { armed_[endpoint] = false; }
    void cancel(Endpoint endpoint) override { armed_[endpoint] = false; }
    void open_data_endpoints(bool open) override { open_ = open; }
    void set_address(Byte address) override { promise(address <= 127, "an address has seven bits"); }

    /// Ends what was under way; false if nothing was.
    bool take(Endpoint endpoint) { return std::exchange(armed_[endpoint], false); }

  private:
    void arm(Endpoint endpoint) {
        promise(number(endpoint) == 0 || open_, "only open endpoints are used");
        promise(!std::exchange(armed_[endpoint], true), "one packet at a time");
    }
    std::map<Endpoint, bool> armed_;
    bool open_ = false;
};

class Run {
  public:
    void setup(std::span<const Byte> bytes) {
        std::array<Byte, 8> packet{};
        std::ranges::copy(bytes.first(std::min<std::size_t>(bytes.size(), 8)), packet.begin());
        device_.on_setup(packet);
    }
    void token(Endpoint endpoint, std::span<const Byte> data) {
        if (!host_.take(endpoint)) return;
        if (is_in(endpoint))
            device_.on_sent(endpoint);
        else
            device_.on_received(endpoint, data);
    }
    void program(Line line, std::span<const Byte> bytes) {
        std::array<Byte, 100> room{};
        promise(device_.read(line, room) <= room.size(), "what is read fits");
        if (device_.room(line) >= bytes.size()) device_.write(line, bytes);
        device_.take_closed(line);
    }
    void reset() { device_.on_reset(); }
    void suspend() { device_.on_suspend(); }
    void enumerate() {
        reset();
        for (const Byte request : {Byte{5}, Byte{9}}) { // SET_ADDRESS, SET_CONFIGURATION
            setup(std::array<Byte, 8>{0, request, 1});
            promise(host_.take(Endpoint::control_in), "a proper request is answered");
            device_.on_sent(Endpoint::control_in);
        }
        promise(device_.configured(), "it can be enumerated again");
        for (const Endpoint endpoint : {Endpoint::cdc_out, Endpoint::vendor_out})
            promise(host_.take(endpoint), "it listens again");
    }

  private:
    AnyHost host_;
    Device device_{host_, product, 1};
};

} // namespace

/// One order per byte: its low three bits, times eight, count the bytes that follow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr Endpoint endpoints[] = {Endpoint::control_in, Endpoint::control_out, Endpoint::cdc_in,
                                      Endpoint::cdc_out,    Endpoint::vendor_in,   Endpoint::vendor_out};
    Run run;
    run.enumerate();
    std::span<const Byte> rest(data, size);
    while (!rest.empty()) {
        const Byte order = rest[0];
        rest = rest.subspan(1);
        const auto bytes = rest.first(std::min<std::size_t>(rest.size(), std::size_t{order & 7u} * 8));
        rest = rest.subspan(bytes.size());
        const unsigned what = order >> 3;
        if (what < 16)
            run.setup(bytes);
        else if (what < 28)
            run.token(endpoints[what % std::size(endpoints)], bytes);
        else if (what < 30)
            run.program(static_cast<Line>(what % line_count), bytes);
        else if (what == 30)
            run.suspend();
        else
            run.reset();
    }
    run.enumerate();
    return 0;
}
