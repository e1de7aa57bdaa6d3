#pragma once
// What every board with this chip has in common: its part of the Hardware, and the main loop.

#include "firmware/core/board.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"
#include "firmware/rp2040/identity.hpp"
#include "firmware/rp2040/rom.hpp"
#include "firmware/rp2040/timer.hpp"
#include "firmware/rp2040/uart.hpp"
#include "firmware/rp2040/watchdog.hpp"

#include <concepts>

namespace adoube::rp2040 {

inline constexpr std::uint32_t watchdog_patience_us = 100'000;

class Chip : public firmware::Hardware {
  public:
    std::optional<wire::Condition> condition() override {
        return wire::Condition{.reset_cause = cause_, .supply_mv = supply_mv(), .broken = broken_};
    }
    void reboot(wire::RebootInto into) override { reboot_into_ = into; }

    void saw(const firmware::Scan& scan) { broken_ = scan.broken; }
    /// Once what the host asked for before is out.
    void reboot_if_asked(bool all_sent) const {
        if (!all_sent || reboot_into_ == wire::RebootInto{}) return;
        if (reboot_into_ == wire::RebootInto::loader) reset_to_loader();
        reset_now(true);
    }

  protected:
    /// 0: not measured.
    virtual std::uint16_t supply_mv() const { return 0; }
    ~Chip() = default;

  private:
    wire::ResetCause cause_ = take_reset_cause();
    std::uint64_t broken_ = 0;
    wire::RebootInto reboot_into_{};
};

/// What looks at squares and contacts.
template<class Sensors>
concept Looks = requires(Sensors& sensors) {
    sensors.begin();                                    // a look at everything
    { sensors.done() } -> std::same_as<bool>;           // with it
    { sensors.scan() } -> std::same_as<firmware::Scan>; // what it saw
};

template<class Line>
void serve(Line& line, firmware::Board<>& board) {
    std::array<std::uint8_t, 64> came;
    while (const std::size_t count = line.receive(came))
        board.receive(std::span(came).first(count), now_us());
    if (!line.can_send()) return;
    std::array<std::uint8_t, wire::max_frame> frame;
    if (const std::size_t length = board.transmit(frame, now_us())) line.send(std::span(frame).first(length));
}

/// The board's life, from started clocks and sensors on. Ids are filled in.
template<Looks Sensors>
[[noreturn]] void run(Chip& chip, Sensors& sensors, wire::Sensing sensing, std::uint8_t features,
                      const firmware::Pace& pace) {
    static UartLine uart;
    uart.start();
    static firmware::Board<> board({board_id(), draw_boot_id(), sensing, features}, chip, pace);

    Beat beat;
    beat.start(board.settings().scan_interval_us);
    start_watchdog(watchdog_patience_us);
    std::uint64_t begun_us = 0;
    bool looking = false;
    for (;;) {
        if (beat.due() && !looking) {
            begun_us = now_us();
            looking = true;
            sensors.begin();
        }
        if (looking && sensors.done()) {
            looking = false;
            const firmware::Scan scan = sensors.scan();
            chip.saw(scan);
            board.scan(scan, begun_us);
            feed_watchdog(watchdog_patience_us);
        }
        serve(uart, board);
        beat.set_interval(board.settings().scan_interval_us);
        chip.reboot_if_asked(uart.sent());
        sleep_until_interrupt();
    }
}

} // namespace adoube::rp2040
