#pragma once
// PICOBOOT, the USB loader in the RP2040's boot ROM: data sheet 2.8.5.

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace adoube::tools {

using Done = std::expected<void, std::string>;

/// A loader's PICOBOOT interface: bulk endpoints and control requests.
class LoaderPort {
  public:
    virtual ~LoaderPort() = default;
    LoaderPort() = default;
    LoaderPort(const LoaderPort&) = delete;
    LoaderPort& operator=(const LoaderPort&) = delete;

    virtual Done send(std::span<const std::uint8_t> bytes) = 0;
    /// An empty `into` takes an empty packet.
    virtual Done receive(std::span<std::uint8_t> into) = 0;
    /// INTERFACE_RESET: aborts the current command, clears both stalls.
    virtual Done reset() = 0;
    /// GET_COMMAND_STATUS: 16 bytes.
    virtual Done status(std::span<std::uint8_t, 16> into) = 0;
};

class Picoboot {
  public:
    explicit Picoboot(LoaderPort& port) : port_(port) {}

    /// Call first: claims the chip exclusively and ejects its drive.
    Done open();
    /// Whole sectors of 4,096 bytes.
    Done erase(std::uint32_t address, std::uint32_t size);
    /// Whole pages of 256 bytes, already erased.
    Done write(std::uint32_t address, std::span<const std::uint8_t> bytes);
    std::expected<std::vector<std::uint8_t>, std::string> read(std::uint32_t address, std::uint32_t size);
    /// Starts what the flash holds.
    Done reboot();

  private:
    struct Command;
    Done send(const Command& command);
    Done command(const Command& command, std::span<const std::uint8_t> out);
    std::string refusal(const std::string& failure, const Command& command);

    LoaderPort& port_;
    std::uint32_t token_ = 0;
};

} // namespace adoube::tools
