// A board that senses presence: wiring only.

#include "firmware/boards/pico-matrix/matrix.hpp"
#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/core/board.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/identity.hpp"
#include "firmware/rp2040/rom.hpp"
#include "firmware/rp2040/timer.hpp"
#include "firmware/rp2040/uart.hpp"
#include "firmware/rp2040/watchdog.hpp"

namespace adoube::pico_matrix {
namespace {

using namespace rp2040;

constexpr std::uint32_t watchdog_patience_us = 100'000;

class Chip final : public firmware::Hardware {
  public:
    explicit Chip(wire::ResetCause cause) : cause_(cause) {}
    std::optional<wire::Condition> condition() override { return wire::Condition{.reset_cause = cause_}; }
    void reboot(wire::RebootInto into) override { reboot_into_ = into; }

    /// Once what the host asked for before is out.
    void reboot_if_asked(bool all_sent) const {
        if (!all_sent || reboot_into_ == wire::RebootInto{}) return;
        if (reboot_into_ == wire::RebootInto::loader) reset_to_loader();
        reset_now(true);
    }

  private:
    wire::ResetCause cause_;
    wire::RebootInto reboot_into_{};
};

firmware::Identity identity() {
    return {.board_id = board_id(),
            .boot_id = draw_boot_id(),
            .sensing = wire::Sensing::presence,
            .features = wire::feature::lever | wire::feature::adjust_buttons | wire::feature::call_buttons};
}

template<class Line>
void serve(Line& line, firmware::Board<>& board) {
    std::array<std::uint8_t, 64> came;
    while (const std::size_t count = line.receive(came))
        board.receive(std::span(came).first(count), now_us());
    if (!line.can_send()) return;
    std::array<std::uint8_t, wire::max_frame> frame;
    if (const std::size_t length = board.transmit(frame, now_us())) line.send(std::span(frame).first(length));
}

[[noreturn]] void run() {
    const wire::ResetCause cause = take_reset_cause();
    start_clocks();
    start_gpio();
    start_matrix();
    static Chip chip(cause);
    static UartLine uart;
    uart.start();
    static firmware::Board<> board(identity(), chip);

    Beat beat;
    beat.start(board.settings().scan_interval_us);
    start_watchdog(watchdog_patience_us);
    for (;;) {
        if (beat.due()) {
            const std::uint64_t begun_us = now_us();
            board.scan(look(), begun_us);
            feed_watchdog(watchdog_patience_us);
        }
        serve(uart, board);
        beat.set_interval(board.settings().scan_interval_us);
        chip.reboot_if_asked(uart.sent());
        sleep_until_interrupt();
    }
}

} // namespace
} // namespace adoube::pico_matrix

extern "C" void run_board() { adoube::pico_matrix::run(); }
