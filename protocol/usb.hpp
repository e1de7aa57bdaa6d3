#pragma once
// How a board is known on USB, to its firmware and to its host.

#include <cstdint>

namespace adoube::wire::usb {

/// A test id of pid.codes, which anybody's device may bear: only the interface below makes it a board. Who makes
/// boards for others needs their own.
inline constexpr std::uint16_t vendor_id = 0x1209, product_id = 0x0001;

/// The interface that carries the protocol over one bulk endpoint each way. The board's serial number is its
/// id, 16 lower-case hexadecimal digits.
inline constexpr std::uint8_t link_class = 0xFF, link_subclass = 0x41, link_protocol = 0x01;

} // namespace adoube::wire::usb
