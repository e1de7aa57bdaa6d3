#pragma once
// The RP2040's loader by its data sheet (2.8.5), with flash that only erasing sets to ones, and a firmware
// image.

#include "tools/adoube/board/firmware_image.hpp"
#include "tools/adoube/board/picoboot.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <optional>

namespace adoube::tests {

using Bytes = std::vector<std::uint8_t>;

inline std::uint32_t u32_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16) |
           static_cast<std::uint32_t>(bytes[at + 3]) << 24;
}
inline void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value) {
    for (std::size_t byte = 0; byte < 4; ++byte)
        bytes[at + byte] = static_cast<std::uint8_t>(value >> 8 * byte);
}

/// The boot ROM's CRC over 252 bytes.
inline std::uint32_t crc_of_second_stage(const Bytes& bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t bit = 0; bit < 252 * 8; ++bit) {
        const bool in = (bytes[bit / 8] >> (7 - bit % 8) & 1) != 0;
        crc = crc << 1 ^ ((crc >> 31 != 0) != in ? 0x04C11DB7 : 0);
    }
    return crc;
}

/// Any content, with valid header and checksums.
inline Bytes an_image(const std::string& model, std::uint8_t minor, std::size_t pages = 40) {
    Bytes image(pages * 256);
    for (std::size_t at = 0; at < image.size(); ++at)
        image[at] = static_cast<std::uint8_t>(at * 7 + at / 251);
    put_u32(image, 252, crc_of_second_stage(image));
    const std::string header = std::string("ADOUBE\0\1", 8) + model + std::string(16 - model.size(), '\0');
    std::ranges::copy(header, image.begin() + 0x1C0);
    image[0x1D8] = 0, image[0x1D9] = minor, image[0x1DA] = 3, image[0x1DB] = 0;
    const auto length = image.size() - 32;
    put_u32(image, 0x1DC, static_cast<std::uint32_t>(length));
    SHA256(image.data(), length, image.data() + length);
    return image;
}

class LoaderModel final : public tools::LoaderPort {
  public:
    Bytes flash = Bytes(2 * 1024 * 1024, 0xFF);
    /// A flash byte with bits that can no longer be written.
    std::optional<std::size_t> worn_byte;
    /// The cable comes off before the n-th packet or request from now.
    std::optional<int> cut_after;
    bool rebooted = false, in_xip = true, taken = false;

    /// The boot ROM would start the flash.
    bool starts() const {
        return u32_at(flash, 252) == crc_of_second_stage(Bytes(flash.begin(), flash.begin() + 252));
    }

    tools::Done send(std::span<const std::uint8_t> bytes) override {
        if (const auto gone = cut(); !gone) return gone;
        if (phase_ == Phase::agree_out) return bytes.empty() ? next(Phase::idle) : stall(3);
        if (phase_ == Phase::data_out) return bytes.size() == size_ ? write(bytes) : stall(3);
        if (phase_ != Phase::idle || bytes.size() != 32 || u32_at(bytes, 0) != 0x431FD10B) return stall(2);
        token_ = u32_at(bytes, 4), id_ = bytes[8], address_ = u32_at(bytes, 16);
        return begin(bytes);
    }
    tools::Done receive(std::span<std::uint8_t> into) override {
        if (const auto gone = cut(); !gone) return gone;
        if (phase_ == Phase::agree_in) return into.empty() ? next(Phase::idle) : stall(3);
        if (phase_ != Phase::data_in || into.size() != size_) return stall(3);
        std::copy_n(flash.begin() + offset(), size_, into.begin());
        return next(Phase::agree_out);
    }
    tools::Done reset() override {
        if (const auto gone = cut(); !gone) return gone;
        return next(Phase::idle);
    }
    tools::Done status(std::span<std::uint8_t, 16> into) override {
        if (const auto gone = cut(); !gone) return gone;
        Bytes bytes(16);
        put_u32(bytes, 0, token_), put_u32(bytes, 4, status_), bytes[8] = id_;
        std::ranges::copy(bytes, into.begin());
        return {};
    }

  private:
    enum class Phase { idle, agree_in, agree_out, data_in, data_out, stalled };

    tools::Done begin(std::span<const std::uint8_t> command) {
        const std::uint32_t size = u32_at(command, 20), transfer = u32_at(command, 12);
        const int arguments = command[9];
        const bool in_flash =
            address_ >= 0x10000000 && size <= flash.size() && address_ - 0x10000000 <= flash.size() - size;
        size_ = size;
        switch (id_) {
        case 1: taken = true; return arguments == 1 && transfer == 0 ? next(Phase::agree_in) : stall(2);
        case 2: rebooted = true; return arguments == 12 && transfer == 0 ? next(Phase::agree_in) : stall(2);
        case 6: in_xip = false; return arguments == 0 && transfer == 0 ? next(Phase::agree_in) : stall(2);
        case 3:
            if (arguments != 8 || transfer != 0) return stall(2);
            if (!in_flash || in_xip) return stall(4);
            if (address_ % 4096 != 0 || size % 4096 != 0) return stall(5);
            std::fill_n(flash.begin() + offset(), size, 0xFF);
            return next(Phase::agree_in);
        case 5:
            if (arguments != 8 || transfer != size) return stall(3);
            if (!in_flash || in_xip) return stall(4);
            if (address_ % 256 != 0) return stall(5);
            return next(Phase::data_out);
        case 0x84:
            if (arguments != 8 || transfer != size) return stall(3);
            return in_flash ? next(Phase::data_in) : stall(4);
        default: return stall(1);
        }
    }
    tools::Done write(std::span<const std::uint8_t> bytes) {
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            auto& cell = flash[static_cast<std::size_t>(offset()) + at];
            cell &= bytes[at];
            if (worn_byte == static_cast<std::size_t>(offset()) + at) cell = 0xFF;
        }
        return next(Phase::agree_in);
    }
    std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(address_ - 0x10000000); }
    tools::Done next(Phase phase) {
        phase_ = phase, status_ = 0;
        return {};
    }
    tools::Done stall(std::uint32_t status) {
        phase_ = Phase::stalled, status_ = status;
        return std::unexpected("it stalls");
    }
    tools::Done cut() {
        if (cut_after && (*cut_after)-- <= 0) {
            cut_after = 0;
            return std::unexpected("the cable is out");
        }
        return {};
    }

    Phase phase_ = Phase::idle;
    std::uint32_t status_ = 0, token_ = 0, address_ = 0, size_ = 0;
    std::uint8_t id_ = 0;
};

} // namespace adoube::tests
