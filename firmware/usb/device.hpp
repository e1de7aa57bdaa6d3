#pragma once
// The board as a USB device: endpoint 0 and two lines with their own endpoints and rings, so that neither
// waits for the other. Call from one context, or with the controller's interrupt held off.

#include "firmware/usb/control.hpp"
#include "firmware/usb/pipe.hpp"

namespace adoube::usb {

/// A chip's controller: tokens, handshakes and checksums (USB 2.0 chapter 8); the caller gives the data
/// toggle.
class Controller {
  public:
    /// Copies and offers at most max_packet bytes; on_sent() follows.
    virtual void send(Endpoint endpoint, std::span<const Byte> packet, bool data1) = 0;
    /// Accepts one packet, for on_received(); otherwise NAK.
    virtual void receive(Endpoint endpoint, bool data1) = 0;
    /// STALL: endpoint 0 in both directions until the next SETUP, others until the next command.
    virtual void stall(Endpoint endpoint) = 0;
    /// Withdraws a pending send or receive: NAK.
    virtual void cancel(Endpoint endpoint) = 0;
    /// All but endpoint 0.
    virtual void open_data_endpoints(bool open) = 0;
    virtual void set_address(Byte address) = 0;

  protected:
    ~Controller() = default;
};

enum class Line : Byte { cdc, vendor };
inline constexpr std::size_t line_count = 2;

/// No host has reset it since the cable came in; awake; suspended.
enum class BusState : Byte { silent, awake, asleep };

class Device {
  public:
    /// Controller and product must outlive the device.
    Device(Controller& controller, const Product& product, std::uint64_t board_id)
        : controller_(controller), control_(product, board_id) {}
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    // Called by the controller.
    void on_reset();
    /// The cable is out.
    void on_unplugged();
    /// The host sleeps or is gone.
    void on_suspend();
    void on_resume();
    void on_setup(std::span<const Byte, 8> packet);
    void on_sent(Endpoint endpoint);
    void on_received(Endpoint endpoint, std::span<const Byte> packet);

    // Called by the program. Lines work while configured(); bytes written earlier are dropped.
    bool configured() const { return control_.configured(); }
    BusState bus() const { return bus_; }
    std::size_t room(Line line) const { return in_[index(line)].room(); }
    /// The host has taken everything or is absent.
    bool idle(Line line) const { return !configured() || in_[index(line)].idle(); }
    /// Precondition: bytes.size() <= room(line).
    void write(Line line, std::span<const Byte> bytes);
    std::size_t read(Line line, std::span<Byte> out);
    bool has_bytes(Line line) const { return !out_[index(line)].empty(); }
    /// Since the last call; what comes now is a new stream.
    bool take_closed(Line line);
    /// Any line.
    bool has_closed() const { return closed_ != 0; }

  private:
    static constexpr std::size_t index(Line line) { return static_cast<std::size_t>(line); }
    static constexpr unsigned every_line = (1u << line_count) - 1;

    void forget_host();
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
    unsigned closed_ = 0; // lines, not yet taken
    BusState bus_ = BusState::silent;
};

} // namespace adoube::usb
