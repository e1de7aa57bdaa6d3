#pragma once
// USB descriptors: USB 2.0 section 9.6, the interface association ECN, CDC 1.2 with PSTN 1.2 (ACM), WebUSB
// and Microsoft OS 2.0 Descriptors (no system needs a driver). Two functions carry the same protocol: a
// serial port (interfaces 0, 1) and two bulk endpoints (interface 2).

#include "firmware/core/link.hpp" // firmware_version
#include "protocol/usb.hpp"

#include <string_view>

namespace adoube::usb {

using Byte = std::uint8_t;

/// Values are addresses; bit 7 means IN.
enum class Endpoint : Byte {
    control_out = 0x00,
    control_in = 0x80,
    notify = 0x81,
    cdc_out = 0x02,
    cdc_in = 0x82,
    vendor_out = 0x03,
    vendor_in = 0x83,
};
constexpr unsigned number(Endpoint endpoint) { return static_cast<unsigned>(endpoint) & 0x0F; }
constexpr bool is_in(Endpoint endpoint) { return (static_cast<unsigned>(endpoint) & 0x80) != 0; }
inline constexpr Endpoint data_endpoints[] = {Endpoint::notify, Endpoint::cdc_out, Endpoint::cdc_in,
                                              Endpoint::vendor_out, Endpoint::vendor_in};
inline constexpr std::size_t max_packet = 64; // control and bulk
inline constexpr std::size_t max_notification = 16;

namespace interface {
inline constexpr Byte cdc_control = 0, cdc_data = 1, vendor = 2, count = 3;
}
namespace string {
inline constexpr Byte languages = 0, manufacturer = 1, product = 2, serial = 3, link = 4;
}
inline constexpr std::uint16_t english = 0x0409;
/// bRequest of the vendor requests in the BOS descriptor.
inline constexpr Byte webusb_request = 1, microsoft_request = 2;
/// wIndex of the Microsoft OS 2.0 descriptor set.
inline constexpr std::uint16_t microsoft_set = 7;

namespace detail {

template<class... Values>
consteval auto bytes(Values... values) {
    return std::array<Byte, sizeof...(Values)>{static_cast<Byte>(values)...};
}
template<std::size_t... Lengths>
consteval auto joined(const std::array<Byte, Lengths>&... parts) {
    std::array<Byte, (Lengths + ...)> all{};
    std::size_t at = 0;
    const auto append = [&](const auto& part) {
        for (const Byte byte : part) all[at++] = byte;
    };
    (append(parts), ...);
    return all;
}
consteval auto u16(std::size_t value) { return bytes(value & 0xFF, value >> 8); }
/// Without the terminator.
template<std::size_t Size>
consteval auto utf16(const char (&text)[Size]) {
    std::array<Byte, 2 * (Size - 1)> all{};
    for (std::size_t at = 0; at + 1 < Size; ++at) all[2 * at] = static_cast<Byte>(text[at]);
    return all;
}
consteval auto endpoint(Endpoint address, Byte attributes, std::size_t packet, Byte interval_ms) {
    return joined(bytes(7, 5, address, attributes), u16(packet), bytes(interval_ms));
}
consteval auto bulk(Endpoint address) { return endpoint(address, 2, max_packet, 0); }

} // namespace detail

// bcdUSB 2.10: BOS descriptor. Class EF/02/01: interface associations. bcdDevice: firmware version, one hex
// digit each for minor and patch.
inline constexpr auto device_descriptor = detail::joined(
    detail::bytes(18, 1, 0x10, 0x02, 0xEF, 2, 1, max_packet), detail::u16(wire::usb::vendor_id),
    detail::u16(wire::usb::product_id),
    detail::bytes(firmware::firmware_version[1] << 4 | firmware::firmware_version[2],
                  firmware::firmware_version[0], string::manufacturer, string::product, string::serial, 1));
static_assert(device_descriptor.size() == 18);

inline constexpr std::size_t configuration_length = 98;
using Configuration = std::array<Byte, configuration_length>;

/// Coded in steps of 2 mA.
consteval Configuration configuration_descriptor(unsigned max_current_ma) {
    using namespace detail;
    const auto association = bytes(8, 11, interface::cdc_control, 2, 2, 2, 0, 0);
    const auto cdc_control = joined(
        bytes(9, 4, interface::cdc_control, 0, 1, 2, 2, 0, 0), bytes(5, 0x24, 0x00, 0x10, 0x01), // CDC 1.10
        bytes(5, 0x24, 0x01, 0x00, interface::cdc_data),                   // no call management
        bytes(4, 0x24, 0x02, 0x02),                                        // line coding and state
        bytes(5, 0x24, 0x06, interface::cdc_control, interface::cdc_data), // union of both
        endpoint(Endpoint::notify, 3, max_notification, 16));
    const auto cdc_data = joined(bytes(9, 4, interface::cdc_data, 0, 2, 0x0A, 0, 0, 0),
                                 bulk(Endpoint::cdc_out), bulk(Endpoint::cdc_in));
    const auto vendor = joined(bytes(9, 4, interface::vendor, 0, 2, wire::usb::link_class,
                                     wire::usb::link_subclass, wire::usb::link_protocol, string::link),
                               bulk(Endpoint::vendor_out), bulk(Endpoint::vendor_in));
    const auto powered_by_bus = bytes(0x80, max_current_ma / 2);
    return joined(bytes(9, 2), u16(configuration_length), bytes(interface::count, 1, 0), powered_by_bus,
                  association, cdc_control, cdc_data, vendor);
}

// WinUSB for interface 2 only; Windows has a driver for the serial port.
inline constexpr auto microsoft_function =
    detail::joined(detail::bytes(20, 0, 3, 0, 'W', 'I', 'N', 'U', 'S', 'B', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                   detail::bytes(132, 0, 4, 0, 7, 0), // registry property, REG_MULTI_SZ
                   detail::u16(42), detail::utf16("DeviceInterfaceGUIDs\0"), detail::u16(80),
                   detail::utf16("{8E7C5A1F-3C60-4D8B-9E0B-AD0BE0640001}\0\0"));
static_assert(microsoft_function.size() == 152);
inline constexpr auto microsoft_descriptors = detail::joined(
    detail::bytes(10, 0, 0, 0, 0x00, 0x00, 0x03, 0x06), detail::u16(178), // Windows 8.1 and later
    detail::bytes(8, 0, 1, 0, 0, 0), detail::u16(168),                    // first configuration
    detail::bytes(8, 0, 2, 0, interface::vendor, 0), detail::u16(160),    // function from this interface
    microsoft_function);
static_assert(microsoft_descriptors.size() == 178);

inline constexpr auto webusb_capability =
    detail::bytes(24, 16, 5, 0,                                   // platform capability
                  0x38, 0xB6, 0x08, 0x34, 0xA9, 0x09, 0xA0, 0x47, // {3408b638-09a9-47a0-8bfd-a0768815b665}
                  0x8B, 0xFD, 0xA0, 0x76, 0x88, 0x15, 0xB6, 0x65, //
                  0x00, 0x01, webusb_request, 0);                 // 1.0, no landing page
inline constexpr auto microsoft_capability =
    detail::joined(detail::bytes(28, 16, 5, 0,                                   // platform capability
                                 0xDF, 0x60, 0xDD, 0xD8, 0x89, 0x45, 0xC7, 0x4C, // {D8DD60DF-4589-4CC7-9CD2-
                                 0x9C, 0xD2, 0x65, 0x9D, 0x9E, 0x64, 0x8A, 0x9F, //  659D9E648A9F}
                                 0x00, 0x00, 0x03, 0x06),
                   detail::u16(microsoft_descriptors.size()), detail::bytes(microsoft_request, 0));
inline constexpr auto bos_descriptor = detail::joined(detail::bytes(5, 15), detail::u16(57), detail::bytes(2),
                                                      webusb_capability, microsoft_capability);
static_assert(bos_descriptor.size() == 57);

inline constexpr std::string_view manufacturer_name = "Adoube", link_name = "Adoube link";

struct Product {
    /// ASCII, at most 31 characters.
    std::string_view name;
    Configuration configuration;
};

} // namespace adoube::usb
