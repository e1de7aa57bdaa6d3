#pragma once
// 4.1 USB: the controller under the portable device, driven by its interrupt, and the two lines to a host
// that it makes.
//
//      static usb::Device device(usb_controller, product, board_id());
//      start_usb(device);
//      UsbLine serial_port(usb::Line::cdc), vendor(usb::Line::vendor);
//      at every scan:  sense_usb_cable(the pin that senses VBUS is high);

#include "firmware/usb/device.hpp"

namespace adoube::rp2040 {

/// There is only one. Its buffers are in the 4 KB of the controller itself.
class UsbController final : public usb::Controller {
  public:
    void send(usb::Endpoint endpoint, std::span<const usb::Byte> packet, bool data1) override;
    void receive(usb::Endpoint endpoint, bool data1) override;
    void stall(usb::Endpoint endpoint) override;
    void cancel(usb::Endpoint endpoint) override;
    void open_data_endpoints(bool open) override;
    void set_address(usb::Byte address) override;
};
inline constinit UsbController usb_controller;

/// The device lives on, and belongs to the interrupt handler from now on. The clocks run.
void start_usb(usb::Device& device);
/// Whether the bus has power. A device without it pulls nothing up (USB 2.0, 7.1.5.1), and takes its host for
/// gone. A board that cannot sense it says yes.
void sense_usb_cable(bool powered);

/// One of the two lines, for the program.
class UsbLine {
  public:
    explicit constexpr UsbLine(usb::Line line) : line_(line) {}
    std::size_t receive(std::span<std::uint8_t> room) const;
    /// A whole frame.
    bool can_send() const;
    /// Precondition: can_send().
    void send(std::span<const std::uint8_t> frame) const;
    /// The host has taken everything.
    bool sent() const;
    bool take_ended() const;

  private:
    usb::Line line_;
};

} // namespace adoube::rp2040
