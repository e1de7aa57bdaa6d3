#pragma once
// Frames: COBS( version, type, payload …, CRC-32 ) and a zero byte.

#include "protocol/cobs.hpp"
#include "protocol/codec.hpp"
#include "protocol/crc32.hpp"
#include "protocol/rules.hpp"

namespace adoube::wire {

inline constexpr std::size_t frame_overhead = 6; // version, type, CRC
inline constexpr std::size_t max_block = max_payload + frame_overhead;
/// The longest frame on the wire, with its delimiter.
inline constexpr std::size_t max_frame = max_block + 2;
static_assert(max_block <= max_cobs_block);

/// Writes the whole frame of a message and returns its length. Never fails.
template<class Message>
constexpr std::size_t write_frame(const Message& message, std::span<std::uint8_t, max_frame> out,
                                  std::uint8_t version = protocol_version) {
    out[1] = version;
    out[2] = static_cast<std::uint8_t>(Message::type);
    const std::size_t payload = encode(message, out.template subspan<3, max_payload>());
    const std::uint32_t crc = crc32(out.subspan(1, payload + 2));
    Writer(out.subspan(3 + payload))("crc", crc);
    const std::size_t stuffed = 1 + payload + frame_overhead;
    cobs_stuff(out.first(stuffed));
    out[stuffed] = 0;
    return stuffed + 1;
}

/// A frame that came whole. The payload is a view into the reader, valid until it takes more bytes.
struct Frame {
    std::uint8_t version = 0;
    std::uint8_t type = 0;
    std::span<const std::uint8_t> payload;
};

/// One counter for every way in which a frame can be bad. Zero bytes one after another are no frame and not
/// counted.
struct FrameCounters {
    std::uint32_t good = 0;
    std::uint32_t too_long = 0;     // more than max_frame bytes before a zero
    std::uint32_t bad_stuffing = 0; // COBS codes that lead past the end
    std::uint32_t too_short = 0;    // no room for version, type and CRC
    std::uint32_t bad_crc = 0;

    constexpr std::uint32_t bad() const { return too_long + bad_stuffing + too_short + bad_crc; }
};

/// Finds frames in a stream of any bytes. Whatever came before, a good frame behind a zero byte is found.
class FrameReader {
  public:
    /// Calls on_frame(const Frame&) for every good frame that these bytes complete.
    template<class OnFrame>
    constexpr void feed(std::span<const std::uint8_t> bytes, OnFrame&& on_frame) {
        for (const std::uint8_t byte : bytes) {
            if (byte != 0) {
                if (length_ < buffer_.size()) buffer_[length_] = byte;
                if (length_ <= buffer_.size()) ++length_; // one more than fits: too long
                continue;
            }
            if (const std::optional<Frame> frame = finish()) on_frame(*frame);
            length_ = 0;
        }
    }
    /// Forgets the bytes of a frame begun: the stream starts anew.
    constexpr void restart() { length_ = 0; }
    constexpr const FrameCounters& counters() const { return counters_; }

  private:
    constexpr std::optional<Frame> finish() {
        if (length_ == 0) return std::nullopt;
        if (length_ > buffer_.size()) return refuse(counters_.too_long);
        const auto block = cobs_unstuff(std::span(buffer_).first(length_));
        if (!block) return refuse(counters_.bad_stuffing);
        if (block->size() < frame_overhead) return refuse(counters_.too_short);
        const auto body = block->first(block->size() - 4);
        std::uint32_t crc = 0;
        Reader(block->last(4))("crc", crc);
        if (crc != crc32(body)) return refuse(counters_.bad_crc);
        ++counters_.good;
        return Frame{body[0], body[1], body.subspan(2)};
    }
    static constexpr std::optional<Frame> refuse(std::uint32_t& counter) {
        ++counter;
        return std::nullopt;
    }

    std::array<std::uint8_t, max_frame - 1> buffer_{};
    std::size_t length_ = 0;
    FrameCounters counters_;
};

} // namespace adoube::wire
