#pragma once
// The chip's Hardware and the main loop, common to all RP2040 boards.

#include "firmware/core/board.hpp"
#include "firmware/core/link_lines.hpp"
#include "firmware/rp2040/cable_sense.hpp"
#include "firmware/rp2040/clock_jack.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"
#include "firmware/rp2040/identity.hpp"
#include "firmware/rp2040/rom.hpp"
#include "firmware/rp2040/timer.hpp"
#include "firmware/rp2040/uart.hpp"
#include "firmware/rp2040/usb.hpp"
#include "firmware/rp2040/watchdog.hpp"
#include "firmware/usb/allowance.hpp"

#include <concepts>

namespace adoube::rp2040 {

inline constexpr std::uint32_t watchdog_patience_us = 100'000;

class Chip : public firmware::Hardware {
  public:
    std::optional<wire::Condition> condition() override {
        return wire::Condition{.reset_cause = restart_.cause, .supply_mv = supply_mv(), .broken = broken_};
    }
    std::optional<wire::Chip> chip() override {
        return wire::Chip{.revision = chip_revision(),
                          .fault_at = restart_.fault.at,
                          .called_by = restart_.fault.called_by};
    }
    std::optional<wire::ClockSaid> clock_said() override { return take_clock_said(); }
    void reboot(wire::RebootInto into) override {
        reboot_into_ = into;
        reboot_asked_us_ = now_us();
    }

    void saw(const firmware::Scan& scan) { broken_ = scan.broken; }
    bool reboot_asked() const { return reboot_into_ != wire::RebootInto{}; }
    /// Reboots once all replies are sent, or after 0.5 s. Precondition: reboot_asked().
    void reboot(bool all_sent) const {
        constexpr std::uint64_t patience_us = 500'000;
        if (!all_sent && now_us() - reboot_asked_us_ < patience_us) return;
        if (reboot_into_ == wire::RebootInto::loader) reset_to_loader();
        reset_now(true);
    }

  protected:
    /// 0: not measured.
    virtual std::uint16_t supply_mv() const { return 0; }
    ~Chip() = default;

  private:
    Restart restart_ = take_restart();
    std::uint64_t broken_ = 0;
    wire::RebootInto reboot_into_{};
    std::uint64_t reboot_asked_us_ = 0;
};

/// Reads squares and contacts. begin() says whether it can: not without the current that `powered` allows.
template<class Sensors>
concept Looks = requires(Sensors& sensors, bool powered) {
    { sensors.begin(powered) } -> std::same_as<bool>;
    { sensors.done() } -> std::same_as<bool>;
    { sensors.scan() } -> std::same_as<firmware::Scan>;
};

struct Kind {
    wire::Sensing sensing;
    std::uint8_t features; // wire::feature
    firmware::Pace pace;
    usb::Product product;
    Pins clock_jack;  // its SDA and SCL
    Pins cable_sense; // high while USB has power, if anything drives it
    Pins light;
};

/// Steady: a host follows. A flash per second: none does. Flickering: squares are masked.
inline void show(Pins light, const firmware::Board<>& board, std::uint64_t time_us) {
    const auto phase = static_cast<std::uint32_t>(time_us) >> 16; // of 65 ms
    const bool masked = board.scanner().masked() != 0;
    const bool lit = masked ? (phase & 1) != 0 : board.link().followed() || (phase & 15) == 0;
    if (lit)
        drive_high(light);
    else
        drive_low(light);
}

/// Instead of a scan that cannot be.
inline void rest(firmware::Board<>& board) {
    board.lose_sight();
    feed_watchdog(watchdog_patience_us);
}

/// The main loop, after clocks and sensors are started. `kind` must never be destroyed.
template<Looks Sensors>
[[noreturn]] void run(Chip& chip, Sensors& sensors, const Kind& kind) {
    const auto [id, boot_id] = identify();
    static firmware::Board<> board({id, boot_id, kind.sensing, kind.features}, chip, kind.pace);
    const CableSense cable(kind.cable_sense);
    configure(kind.light, Function::sio, Pull::none);
    static usb::Device device(usb_controller, kind.product, id);
    start_usb(device);
    UsbLine serial_port(usb::Line::cdc), vendor_interface(usb::Line::vendor);
    UartLine uart;
    uart.start();
    start_clock_jack(kind.clock_jack);
    firmware::LinkLines lines(serial_port, vendor_interface, uart);

    usb::Allowance allowance;
    Beat beat;
    beat.start(board.settings().scan_interval_us);
    start_watchdog(watchdog_patience_us);
    std::uint64_t begun_us = 0;
    bool looking = false, busy = false;
    for (;;) {
        if (beat.due() && !looking) {
            begun_us = now_us();
            looking = sensors.begin(allowance.full(cable.powered(), device, begun_us));
            if (!looking) rest(board);
            sense_usb_cable(cable.powered());
            if (looking && !busy) { // what else there is to do can wait for what the sensors show
                sleep_until_interrupt();
                continue;
            }
        }
        if (looking && sensors.done()) {
            looking = false;
            const firmware::Scan scan = sensors.scan();
            chip.saw(scan);
            board.scan(scan, begun_us);
            feed_watchdog(watchdog_patience_us);
            show(kind.light, board, begun_us);
        }
        busy = lines.serve(board, now_us());
        if (busy) stay_awake();
        beat.set_interval(board.settings().scan_interval_us);
        if (chip.reboot_asked()) chip.reboot(lines.sent());
        sleep_until_interrupt();
    }
}

} // namespace adoube::rp2040
