#pragma once
// UART0 on GP0 (TX) and GP1 (RX), 8N1: a line to a host for whoever has no USB there.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace adoube::rp2040 {

inline constexpr std::uint32_t uart_baud = 115'200;

/// One line to a host, as every line here is: whole frames out, bytes in, neither ever waits. There is only
/// one UART0, and so only one of these.
class UartLine {
  public:
    static constexpr std::size_t largest = 256; // bytes in a send

    void start();
    /// A UART cannot tell whether somebody is at its other end.
    bool take_ended() { return false; }
    /// The bytes that came, at most `room.size()`.
    std::size_t receive(std::span<std::uint8_t> room);
    /// What was sent last is out, or on its way in the UART's own FIFO.
    bool can_send() const;
    /// Precondition: can_send(), and at most `largest` bytes.
    void send(std::span<const std::uint8_t> bytes);
    /// Nothing of it is left on the way.
    bool sent() const;
};

} // namespace adoube::rp2040
