#include "firmware/rp2040/usb.hpp"

#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/identity.hpp"
#include "firmware/rp2040/interrupts.hpp"
#include "firmware/rp2040/timer.hpp"
#include "protocol/frame.hpp"

namespace adoube::rp2040 {

using usb::Byte;
using usb::Endpoint;

namespace {

namespace regs { // 4.1.4
constexpr std::uint32_t base = 0x50110000;
constexpr Register addr_endp{base + 0x00};
constexpr Register main_ctrl{base + 0x40};
constexpr Register sof_rd{base + 0x48};
constexpr Register sie_ctrl{base + 0x4c};
constexpr Register sie_status{base + 0x50};
constexpr Register buff_status{base + 0x58};
constexpr Register ep_abort{base + 0x60};
constexpr Register ep_abort_done{base + 0x64};
constexpr Register ep_stall_arm{base + 0x68};
constexpr Register usb_muxing{base + 0x74};
constexpr Register usb_pwr{base + 0x78};
constexpr Register inte{base + 0x90};
constexpr Register ints{base + 0x98};
constexpr std::uint32_t controller_enable = 1 << 0;
constexpr std::uint32_t ep0_int_1buf = 1 << 29, pull_up = 1 << 16;
constexpr std::uint32_t status_bus_reset = 1 << 19, status_setup = 1 << 17, status_resume = 1 << 11,
                        status_suspended = 1 << 4;
constexpr std::uint32_t to_phy = 1 << 0, softcon = 1 << 3;
constexpr std::uint32_t vbus_detect = 1 << 2, vbus_detect_override = 1 << 3;
constexpr std::uint32_t int_sof = 1 << 17, int_setup = 1 << 16, int_resume = 1 << 15, int_suspend = 1 << 14,
                        int_bus_reset = 1 << 12, int_buff_status = 1 << 4;
} // namespace regs

/// Dual-port RAM (4.1.3.1), without set and clear aliases.
namespace dpram {
constexpr std::uint32_t base = 0x50100000, size = 4096;
constexpr Register setup_low{base + 0}, setup_high{base + 4};
constexpr std::uint32_t control_buffer = 0x100, first_data_buffer = 0x180;
constexpr std::uint32_t enable = 1u << 31, interrupt_per_buffer = 1 << 29, bulk = 2 << 26,
                        interrupt = 3 << 26;
constexpr std::uint32_t full = 1 << 15, data1_pid = 1 << 13, stall = 1 << 11, available = 1 << 10,
                        length_mask = 0x3ff;

/// EP0 IN, EP0 OUT, EP1 IN, …
constexpr std::uint32_t slot(Endpoint endpoint) { return 2 * number(endpoint) + (is_in(endpoint) ? 0 : 1); }
constexpr Register endpoint_control(Endpoint endpoint) { return Register{base + 4 * slot(endpoint)}; }
constexpr Register buffer_control(Endpoint endpoint) { return Register{base + 0x80 + 4 * slot(endpoint)}; }
constexpr std::uint32_t buffer(Endpoint endpoint) {
    return number(endpoint) == 0 ? control_buffer
                                 : first_data_buffer + usb::max_packet * (slot(endpoint) - 2);
}
volatile Byte* bytes(Endpoint endpoint) { return reinterpret_cast<volatile Byte*>(base + buffer(endpoint)); }
} // namespace dpram

/// Bit in BUFF_STATUS, EP_ABORT and EP_ABORT_DONE.
constexpr std::uint32_t bit(Endpoint endpoint) { return 1u << dpram::slot(endpoint); }

/// EP_ABORT needs silicon B2 (erratum RP2040-E2).
bool can_abort() { return chip_revision() >= 2; }

/// Sets AVAILABLE once the controller, in another clock domain, is sure to see the other bits (4.1.2.5.1).
void hand_over(Endpoint endpoint) {
    const Register control = dpram::buffer_control(endpoint);
    asm volatile(".rept 12\n nop\n .endr" ::: "memory");
    control.write(control.read() | dpram::available);
}

/// Erratum RP2040-E15: a bulk IN token late in a frame, as from a Raspberry Pi 4's hub, may hang the
/// controller. In a frame's last fifth, or at an unknown time, packets wait for the next start of frame.
class StartOfFrame {
  public:
    /// If false, the next start of frame hands it over.
    bool is_near(Endpoint endpoint) {
        if (now_us() - started_us_ < near_us) return true;
        if (put_off_ == 0) regs::sof_rd.read(); // clears a start that nobody awaited
        put_off_ |= bit(endpoint);
        regs::inte.set(regs::int_sof);
        return false;
    }
    void came() {
        started_us_ = now_us();
        if (put_off_ == 0) regs::inte.clear(regs::int_sof);
        for (const Endpoint endpoint : {Endpoint::cdc_in, Endpoint::vendor_in})
            if ((put_off_ & bit(endpoint)) != 0) hand_over(endpoint);
        put_off_ = 0;
    }
    void forget(Endpoint endpoint) { put_off_ &= ~bit(endpoint); }

  private:
    static constexpr std::uint64_t near_us = 700; // of 800: the handler may run late
    std::uint64_t started_us_ = 0;
    std::uint32_t put_off_ = 0;
};
constinit StartOfFrame start_of_frame;

/// Waits for a packet now on the bus; not for ever, as the bus may be dead.
void await_abort(Endpoint endpoint) {
    constexpr std::uint64_t longest_transaction_us = 70; // 64 bytes and overhead at 12 Mbit/s
    const std::uint64_t begun_us = now_us();
    while ((regs::ep_abort_done.read() & bit(endpoint)) == 0 &&
           now_us() - begun_us < longest_transaction_us) {
    }
}

usb::Device* device = nullptr;

class HandlerHeld {
  public:
    HandlerHeld() { disable_interrupt(Irq::usbctrl); }
    ~HandlerHeld() {
        asm volatile("" ::: "memory"); // prior accesses stay before
        enable_interrupt(Irq::usbctrl);
    }
    HandlerHeld(const HandlerHeld&) = delete;
    HandlerHeld& operator=(const HandlerHeld&) = delete;
};

void finish_out(Endpoint endpoint) {
    std::array<Byte, usb::max_packet> packet;
    const std::size_t length =
        std::min<std::size_t>(dpram::buffer_control(endpoint).read() & dpram::length_mask, packet.size());
    for (std::size_t at = 0; at < length; ++at) packet[at] = dpram::bytes(endpoint)[at];
    device->on_received(endpoint, std::span(packet).first(length));
}

void finish_packets() {
    constexpr Endpoint all[] = {Endpoint::control_in, Endpoint::control_out, Endpoint::cdc_in,
                                Endpoint::cdc_out,    Endpoint::vendor_in,   Endpoint::vendor_out};
    for (const Endpoint endpoint : all) {
        if ((regs::buff_status.read() & bit(endpoint)) == 0) continue;
        regs::buff_status.write(bit(endpoint)); // write 1 to clear
        if (is_in(endpoint))
            device->on_sent(endpoint);
        else
            finish_out(endpoint);
    }
}

void begin_request() {
    regs::sie_status.write(regs::status_setup); // first, or another could be missed
    std::array<Byte, 8> packet;
    for (std::size_t at = 0; at < 4; ++at) {
        packet[at] = static_cast<Byte>(dpram::setup_low.read() >> 8 * at);
        packet[at + 4] = static_cast<Byte>(dpram::setup_high.read() >> 8 * at);
    }
    device->on_setup(packet);
}

} // namespace

extern "C" void on_usbctrl() {
    const std::uint32_t pending = regs::ints.read();
    if ((pending & regs::int_sof) != 0) {
        regs::sof_rd.read(); // clears it
        start_of_frame.came();
    }
    if ((pending & regs::int_bus_reset) != 0) {
        regs::sie_status.write(regs::status_bus_reset);
        device->on_reset();
    }
    if ((pending & regs::int_buff_status) != 0) finish_packets(); // before a new request cancels them
    if ((pending & regs::int_setup) != 0) begin_request();
    if ((pending & regs::int_suspend) != 0) {
        regs::sie_status.write(regs::status_suspended);
        device->on_suspend();
    }
    if ((pending & regs::int_resume) != 0) {
        regs::sie_status.write(regs::status_resume);
        device->on_resume();
    }
}

void UsbController::send(Endpoint endpoint, std::span<const Byte> packet, bool data1) {
    volatile Byte* to = dpram::bytes(endpoint);
    for (const Byte byte : packet) *to++ = byte;
    dpram::buffer_control(endpoint).write(dpram::full | (data1 ? dpram::data1_pid : 0) | packet.size());
    if (number(endpoint) == 0 || start_of_frame.is_near(endpoint)) hand_over(endpoint);
}

void UsbController::receive(Endpoint endpoint, bool data1) {
    dpram::buffer_control(endpoint).write((data1 ? dpram::data1_pid : 0) | usb::max_packet);
    hand_over(endpoint);
}

void UsbController::stall(Endpoint endpoint) {
    if (number(endpoint) == 0) {
        regs::ep_stall_arm.write(bit(Endpoint::control_in) |
                                 bit(Endpoint::control_out)); // until the next SETUP
        dpram::buffer_control(Endpoint::control_in).write(dpram::stall);
        dpram::buffer_control(Endpoint::control_out).write(dpram::stall);
    } else {
        dpram::buffer_control(endpoint).write(dpram::stall);
    }
}

void UsbController::cancel(Endpoint endpoint) {
    start_of_frame.forget(endpoint);
    const Register control = dpram::buffer_control(endpoint);
    const bool abort = (control.read() & dpram::available) != 0 && can_abort();
    if (abort) {
        regs::ep_abort.set(bit(endpoint));
        await_abort(endpoint);
    }
    control.write(0);
    if (abort) {
        regs::ep_abort_done.write(bit(endpoint));
        regs::ep_abort.clear(bit(endpoint));
    }
    regs::buff_status.write(bit(endpoint));
}

void UsbController::open_data_endpoints(bool open) {
    for (const Endpoint endpoint : usb::data_endpoints) {
        const std::uint32_t type = endpoint == Endpoint::notify ? dpram::interrupt : dpram::bulk;
        const std::uint32_t word =
            dpram::enable | dpram::interrupt_per_buffer | type | dpram::buffer(endpoint);
        dpram::endpoint_control(endpoint).write(open ? word : 0);
    }
}

void UsbController::set_address(Byte address) { regs::addr_endp.write(address); }

void start_usb(usb::Device& of_board) {
    device = &of_board;
    reset_block(Block::usbctrl);
    for (std::uint32_t at = 0; at < dpram::size; at += 4) Register{dpram::base + at}.write(0);
    regs::usb_muxing.write(regs::to_phy | regs::softcon);
    regs::usb_pwr.write(regs::vbus_detect_override);
    regs::main_ctrl.write(regs::controller_enable);
    regs::sie_ctrl.write(regs::ep0_int_1buf);
    regs::inte.write(regs::int_setup | regs::int_resume | regs::int_suspend | regs::int_bus_reset |
                     regs::int_buff_status);
    enable_interrupt(Irq::usbctrl);
}

void sense_usb_cable(bool powered) {
    const bool pulled_up = (regs::sie_ctrl.read() & regs::pull_up) != 0;
    if (powered == pulled_up) return;
    const HandlerHeld held;
    regs::usb_pwr.write(regs::vbus_detect_override | (powered ? regs::vbus_detect : 0));
    if (powered) {
        regs::sie_ctrl.set(regs::pull_up);
    } else {
        regs::sie_ctrl.clear(regs::pull_up);
        device->on_unplugged();
    }
}

// What comes just after a look without the lock ends the next sleep.
std::size_t UsbLine::receive(std::span<std::uint8_t> room) const {
    if (!device->has_bytes(line_)) return 0;
    const HandlerHeld held;
    return device->read(line_, room);
}
bool UsbLine::can_send() const {
    const HandlerHeld held;
    return device->room(line_) >= wire::max_frame;
}
void UsbLine::send(std::span<const std::uint8_t> frame) const {
    const HandlerHeld held;
    device->write(line_, frame);
}
bool UsbLine::sent() const {
    const HandlerHeld held;
    return device->idle(line_);
}
bool UsbLine::take_ended() const {
    if (!device->has_closed()) return false;
    const HandlerHeld held;
    return device->take_closed(line_);
}

} // namespace adoube::rp2040
