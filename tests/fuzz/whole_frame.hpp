#pragma once
// Whole frames with any type and payload, so that most inputs pass the checksum.

#include "protocol/frame.hpp"

#include <algorithm>

namespace adoube::fuzz {

/// `body`: at most wire::max_payload + 1 bytes.
class WholeFrame {
  public:
    explicit WholeFrame(std::span<const std::uint8_t> body) : length_(body.size() + 1) {
        frame_[1] = wire::protocol_version;
        std::copy(body.begin(), body.end(), frame_.begin() + 2);
        const std::uint32_t crc = wire::crc32(std::span(frame_).subspan(1, length_));
        wire::Writer(std::span(frame_).subspan(1 + length_))("crc", crc);
        length_ += 5;
        wire::cobs_stuff(std::span(frame_).first(length_));
        frame_[length_++] = 0;
    }
    std::span<const std::uint8_t> bytes() const { return std::span(frame_).first(length_); }

  private:
    std::array<std::uint8_t, wire::max_frame> frame_{};
    std::size_t length_;
};

} // namespace adoube::fuzz
