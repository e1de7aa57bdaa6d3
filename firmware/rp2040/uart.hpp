#pragma once
// UART0 on GP0 (TX) and GP1 (RX), 8N1: a line to hosts without USB.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace adoube::rp2040 {

inline constexpr std::uint32_t uart_baud = 115'200;

/// A firmware::HostLine. One instance only.
class UartLine {
  public:
    static constexpr std::size_t largest = 256; // bytes per send

    void start();
    /// A UART cannot detect its peer.
    bool take_ended() { return false; }
    std::size_t receive(std::span<std::uint8_t> room);
    bool can_send() const;
    /// Precondition: can_send(), and at most `largest` bytes.
    void send(std::span<const std::uint8_t> bytes);
    bool sent() const;
};

} // namespace adoube::rp2040
