#pragma once
// Endpoint 0 as a state machine without I/O: USB 2.0 chapter 9, PSTN 1.2 section 6.3 (serial port), Microsoft
// OS 2.0 Descriptors. Unknown, malformed or impossible requests get STALL and change nothing.

#include "firmware/usb/descriptors.hpp"

#include <span>

namespace adoube::usb {

/// USB 2.0, 9.3.
struct Setup {
    Byte type = 0;
    Byte request = 0;
    std::uint16_t value = 0, index = 0, length = 0;

    static constexpr Setup parse(std::span<const Byte, 8> raw) {
        const auto u16 = [&](std::size_t at) {
            return static_cast<std::uint16_t>(raw[at] | raw[at + 1] << 8);
        };
        return {raw[0], raw[1], u16(2), u16(4), u16(6)};
    }
};

struct Step {
    enum class Do : Byte { nothing, send, receive, stall };
    Do what = Do::nothing;
    bool data1 = true;
    std::span<const Byte> packet; // to send; valid until the next call
};

class Control {
  public:
    /// The product must outlive this. The board ID becomes the serial number.
    Control(const Product& product, std::uint64_t board_id) : product_(product), board_id_(board_id) {}

    /// The bus was reset or is gone.
    void reset();
    /// Ends any previous request.
    Step setup(const Setup& setup);
    Step sent();
    Step received(std::span<const Byte> packet);

    /// A new one takes effect after its request's status stage (9.4.6).
    Byte address() const { return address_; }
    bool configured() const { return configured_; }
    bool halted(Endpoint endpoint) const { return (halted_ & bit(endpoint)) != 0; }
    /// DTR: the host has opened the serial port.
    bool terminal_ready() const { return terminal_ready_; }

    /// Since the last take_changes().
    struct Changes {
        std::uint32_t restarted = 0; // endpoints, as bit(): DATA0 is next, even if halted
        std::uint32_t closed = 0;    // bit n: the stream of interface n has ended
    };
    Changes take_changes();
    static constexpr std::uint32_t bit(Endpoint endpoint) {
        return std::uint32_t{1} << (2 * number(endpoint) + (is_in(endpoint) ? 0 : 1));
    }

  private:
    enum class Stage : Byte { idle, data_in, data_out, status_in, status_out };

    bool answer(const Setup& setup);
    bool answer_device(const Setup& setup);
    bool answer_interface(const Setup& setup);
    bool answer_endpoint(const Setup& setup);
    bool answer_serial_port(const Setup& setup);
    bool set_address(const Setup& setup);
    bool set_configuration(const Setup& setup);
    bool set_interface(const Setup& setup);
    bool find_descriptor(const Setup& setup);
    bool find_string(Byte index, std::uint16_t language);

    bool reply(std::span<const Byte> bytes);
    bool reply(Byte byte);
    bool reply_text(std::string_view text);
    bool reply_serial_number();
    Step next_packet();
    Step stall();

    const Product& product_;
    std::uint64_t board_id_;

    Stage stage_ = Stage::idle;
    bool data1_ = true;
    bool ends_with_empty_packet_ = false;
    std::span<const Byte> rest_; // of the data stage
    std::array<Byte, max_packet> scratch_{};

    Byte address_ = 0, next_address_ = 0;
    bool configured_ = false;
    bool terminal_ready_ = false;
    std::uint32_t halted_ = 0;
    Changes changes_;
    std::array<Byte, 7> line_coding_{0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; // 115200 8N1
};

} // namespace adoube::usb
