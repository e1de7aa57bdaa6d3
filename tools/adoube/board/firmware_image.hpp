#pragma once
// Firmware for one of our boards: the RP2040's flash contents (NAME.bin), or the same as UF2 for the loader's
// drive (NAME.uf2). It names its board model and version and ends with its SHA-256 (firmware/rp2040/image.ld,
// seal.cmake).

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::tools {

inline constexpr std::uint32_t flash_start = 0x1000'0000; // RP2040 data sheet, 2.6.3
inline constexpr std::uint32_t flash_page = 256, flash_sector = 4096;

struct ImageName {
    std::string model; // "pico-matrix"
    std::array<std::uint8_t, 3> version{};
    friend bool operator==(const ImageName&, const ImageName&) = default;
};
/// "pico-matrix 0.1.0"
std::string to_string(const ImageName& name);

struct FirmwareImage {
    ImageName name;
    std::vector<std::uint8_t> bytes; // from flash_start, whole pages
};

/// The error continues "image FILE …".
std::expected<FirmwareImage, std::string> firmware_image_from(std::string_view content);

/// image_name_in needs the flash up to here.
inline constexpr std::size_t image_name_end = 0x1C0 + 32;
/// Empty if the flash holds no image of ours.
std::optional<ImageName> image_name_in(std::span<const std::uint8_t> flash);

} // namespace adoube::tools
