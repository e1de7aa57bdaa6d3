#pragma once
// The board as a USB device: endpoint 0 and the two lines, above whatever controller a chip has. Two lines
// never wait for each other: each has its own endpoints and rings.
//
// Everything is called from one context, or with the controller's interrupt held off.

#include "firmware/usb/control.hpp"
#include "firmware/usb/pipe.hpp"

namespace adoube::usb {

/// What a USB controller does for the device: tokens, handshakes, checksums and data toggles as told (USB 2.0
/// chapter 8).
class Controller {
  public:
    /// Offers a packet of at most max_packet bytes, which it copies; on_sent() tells when the host has it.
    virtual void send(Endpoint endpoint, std::span<const Byte> packet, bool data1) = 0;
    /// Takes one packet, for on_received(); NAK until then and after it.
    virtual void receive(Endpoint endpoint, bool data1) = 0;
    /// STALL from now on: endpoint 0 in both directions until the next SETUP, another until something else is
    /// asked of it.
    virtual void stall(Endpoint endpoint) = 0;
    /// Takes back what was offered or asked: NAK from now on.
    virtual void cancel(Endpoint endpoint) = 0;
    /// Endpoints beside 0 answer, or do not.
    virtual void open_data_endpoints(bool open) = 0;
    virtual void set_address(Byte address) = 0;

  protected:
    ~Controller() = default;
};

enum class Line : Byte { cdc, vendor };
inline constexpr std::size_t line_count = 2;

class Device {
  public:
    /// Both are the caller's and outlive the device.
    Device(Controller& controller, const Product& product, std::uint64_t board_id)
        : controller_(controller), control_(product, board_id) {}
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    // What the controller tells.
    /// The bus was reset, or the cable is out.
    void on_reset();
    /// Nothing comes from the host any more: it sleeps, or is gone.
    void on_suspend();
    void on_setup(std::span<const Byte, 8> packet);
    void on_sent(Endpoint endpoint);
    void on_received(Endpoint endpoint, std::span<const Byte> packet);

    // What the program wants. Lines work while configured(); what is written before is dropped when they
    // begin.
    bool configured() const { return control_.configured(); }
    std::size_t room(Line line) const { return in_[index(line)].room(); }
    /// The host has taken everything, or is not there.
    bool idle(Line line) const { return !configured() || in_[index(line)].idle(); }
    /// Precondition: the bytes have room.
    void write(Line line, std::span<const Byte> bytes);
    /// Returns how many bytes were copied.
    std::size_t read(Line line, std::span<Byte> out);
    /// Whether the line ended since the last call: what is under way on it has nothing to do with what comes
    /// now.
    bool take_closed(Line line);

  private:
    static constexpr std::size_t index(Line line) { return static_cast<std::size_t>(line); }
    static constexpr unsigned every_line = (1u << line_count) - 1;

    void perform(const Step& step);
    void follow_control();
    void restart(Endpoint endpoint);
    void close(unsigned lines);
    void offer(Line line);
    void ask(Line line);

    Controller& controller_;
    Control control_;
    std::array<InPipe, line_count> in_;
    std::array<OutPipe, line_count> out_;
    unsigned closed_ = 0; // lines, not yet told
};

} // namespace adoube::usb
