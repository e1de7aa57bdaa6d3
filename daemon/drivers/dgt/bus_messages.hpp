#pragma once
// The lines of DGT's bus, where several boards share one serial port: a command is one byte, two of address,
// and the sum of the three; an answer is [id with the high bit][length bits 13-7][length bits 6-0][two of
// address][data][sum], and its length counts all of it. From the maker's description. Pure.

#include "daemon/drivers/dgt/codes.hpp"
#include "daemon/drivers/dgt/messages.hpp"

namespace adoube::drivers::dgt {

/// 14 bits; 0: every board.
using BusAddress = std::uint16_t;

std::array<std::uint8_t, 4> bus_command(BusCommand command, BusAddress address);

struct BusAnswer {
    BusMessageId id;
    BusAddress from;
    std::vector<std::uint8_t> data;
};

/// Answers whose sum is right; what else came is counted.
class BusDecoder {
  public:
    std::vector<BusAnswer> feed(std::span<const std::uint8_t> bytes);
    std::uint32_t damaged() const { return damaged_; }
    void reset() { buffer_.clear(); }

  private:
    bool ends() const;

    std::vector<std::uint8_t> buffer_;
    std::uint32_t damaged_ = 0;
};

/// What a board has stored of its squares since it was asked last. Its times are whole seconds at a press,
/// and the clock's own message tells more: they are passed over.
struct StoredChanges {
    std::vector<FieldUpdate> changes;
    bool switched_on = false; // the board was without power, or began anew
};
/// The error is one sentence.
std::expected<StoredChanges, std::string> stored_changes(std::span<const std::uint8_t> data);

} // namespace adoube::drivers::dgt
