#pragma once
// The loader in the RP2040's boot ROM, over USB: PICOBOOT, data sheet 2.8.5. Every error is one sentence.

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace adoube::tools {

using Done = std::expected<void, std::string>;

/// The two bulk endpoints and the control requests of a loader's PICOBOOT interface.
class LoaderPort {
  public:
    virtual ~LoaderPort() = default;
    LoaderPort() = default;
    LoaderPort(const LoaderPort&) = delete;
    LoaderPort& operator=(const LoaderPort&) = delete;

    virtual Done send(std::span<const std::uint8_t> bytes) = 0;
    /// Fills all of `into`; an empty one takes a packet without bytes.
    virtual Done receive(std::span<std::uint8_t> into) = 0;
    /// INTERFACE_RESET: ends what is under way, and both stalls.
    virtual Done reset() = 0;
    /// GET_COMMAND_STATUS: 16 bytes.
    virtual Done status(std::span<std::uint8_t, 16> into) = 0;
};

class Picoboot {
  public:
    explicit Picoboot(LoaderPort& port) : port_(port) {}

    /// Takes the chip for us: its drive can no longer be written. To be called first.
    Done open();
    /// Address and size in whole sectors of 4,096 bytes.
    Done erase(std::uint32_t address, std::uint32_t size);
    /// Address and size in whole pages of 256 bytes, erased before.
    Done write(std::uint32_t address, std::span<const std::uint8_t> bytes);
    std::expected<std::vector<std::uint8_t>, std::string> read(std::uint32_t address, std::uint32_t size);
    /// Into what is in the flash.
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
