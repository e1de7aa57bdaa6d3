#pragma once
// Byte streams cut into packets for a pair of bulk endpoints (USB 2.0, 5.8 and 8.5.2).

#include "firmware/core/byte_ring.hpp"
#include "firmware/usb/descriptors.hpp"

#include <optional>

namespace adoube::usb {

/// Bytes to the host, kept until acknowledged, so that a withdrawn packet (halt, new configuration) can be
/// offered again.
class InPipe {
  public:
    std::size_t room() const { return bytes_.room(); }
    bool idle() const { return bytes_.empty() && !under_way_ && !ended_full_; }
    /// Precondition: bytes.size() <= room().
    void write(std::span<const Byte> bytes) { bytes_.push(bytes); }

    /// The next packet to offer, if none is under way. An empty packet follows a full last one, so that a
    /// host that asked for more gets what there is (5.8.3).
    std::optional<std::size_t> next(std::span<Byte, max_packet> out) {
        if (under_way_ || (bytes_.empty() && !ended_full_)) return std::nullopt;
        under_way_ = true;
        length_ = kept_ = bytes_.peek(out);
        return length_;
    }
    bool data1() const { return data1_; }
    /// Ignored if the packet was withdrawn meanwhile.
    void acknowledged() {
        if (!under_way_) return;
        bytes_.drop(kept_);
        ended_full_ = length_ == max_packet;
        data1_ = !data1_;
        under_way_ = false;
        length_ = kept_ = 0;
    }
    /// The packet was withdrawn; DATA0 is next.
    void restart() {
        under_way_ = data1_ = false;
        length_ = kept_ = 0;
    }
    /// Drops all but a packet under way, which cannot be recalled.
    void clear() {
        bytes_.keep(kept_);
        if (!under_way_) ended_full_ = false;
    }

  private:
    firmware::ByteRing<512> bytes_; // room for a whole frame while another is under way
    bool under_way_ = false;
    bool data1_ = false;
    bool ended_full_ = false;
    std::size_t length_ = 0; // of the packet under way
    std::size_t kept_ = 0;   // its bytes still in bytes_
};

class OutPipe {
  public:
    /// True if the caller must now request a packet.
    bool ask() {
        if (asked_ || bytes_.room() < max_packet) return false;
        return asked_ = true;
    }
    bool data1() const { return data1_; }
    /// Ignored if the request was withdrawn meanwhile.
    void received(std::span<const Byte> packet) {
        if (!asked_) return;
        bytes_.push(packet);
        data1_ = !data1_;
        asked_ = false;
    }
    bool empty() const { return bytes_.empty(); }
    std::size_t read(std::span<Byte> out) {
        const std::size_t length = bytes_.peek(out);
        bytes_.drop(length);
        return length;
    }
    /// The request was withdrawn; DATA0 is next.
    void restart() { asked_ = data1_ = false; }
    void clear() { bytes_.keep(0); }

  private:
    firmware::ByteRing<256> bytes_;
    bool asked_ = false;
    bool data1_ = false;
};

} // namespace adoube::usb
