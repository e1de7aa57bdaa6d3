#pragma once
// The USB controller (4.1) under usb::Device, driven by its interrupt, and two lines to a host.

#include "firmware/usb/device.hpp"

namespace adoube::rp2040 {

/// Its buffers are in the controller's own 4 KB.
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

/// From now on the interrupt handler uses the device. Precondition: the clocks run.
void start_usb(usb::Device& device);
/// Whether the bus has power. Without it the device does not pull up (USB 2.0, 7.1.5.1) and its host is gone.
/// Boards that cannot sense VBUS pass true.
void sense_usb_cable(bool powered);

/// A firmware::HostLine.
class UsbLine {
  public:
    explicit constexpr UsbLine(usb::Line line) : line_(line) {}
    std::size_t receive(std::span<std::uint8_t> room) const;
    bool can_send() const;
    void send(std::span<const std::uint8_t> frame) const;
    bool sent() const;
    bool take_ended() const;

  private:
    usb::Line line_;
};

} // namespace adoube::rp2040
