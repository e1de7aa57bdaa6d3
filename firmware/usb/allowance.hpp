#pragma once
// How much the board may draw from the bus: 100 mA until it is configured, almost nothing while the bus is
// suspended (USB 2.0, 7.2.1 and 7.2.3). A charger never speaks, nor does the bus of a board that has a supply
// of its own and cannot sense the cable.

#include "firmware/usb/device.hpp"

namespace adoube::usb {

class Allowance {
  public:
    /// A host resets the bus 100 ms after it found a device (7.1.7.3). After this time there is none.
    static constexpr std::uint64_t host_patience_us = 1'000'000;

    /// Whether it may draw what its configuration asks for. Call often. `cable`: the bus has power.
    bool full(bool cable, const Device& device, std::uint64_t now_us) {
        if (!cable) {
            plugged_in_us_ = now_us;
            return true;
        }
        if (device.bus() != BusState::silent) return device.configured() && device.bus() != BusState::asleep;
        return now_us - plugged_in_us_ >= host_patience_us;
    }

  private:
    std::uint64_t plugged_in_us_ = 0;
};

} // namespace adoube::usb
