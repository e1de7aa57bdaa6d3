#pragma once
// A file with firmware for a board of ours: what goes into the flash of its RP2040 (NAME.bin), or the same in
// the form that can be dragged onto the drive as which its loader appears (NAME.uf2).
//
// An image says which board model it is for and which version it is, and carries a SHA-256 over itself:
// firmware/rp2040/image.ld and seal.cmake.

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
    std::vector<std::uint8_t> bytes; // from flash_start on, whole pages
};

/// The error is one sentence without the file's name: what is wrong with its content.
std::expected<FirmwareImage, std::string> firmware_image_from(std::string_view content);

/// So much of a flash's beginning tells whose image is in it.
inline constexpr std::size_t image_name_end = 0x1C0 + 32;
/// Empty where it is none of ours, or the flash is empty.
std::optional<ImageName> image_name_in(std::span<const std::uint8_t> flash);

} // namespace adoube::tools
