#pragma once
// From a stream of any bytes to messages: what a board or a host reads its side of the wire with.

#include "protocol/frame.hpp"

namespace adoube::wire {

/// One counter for every way in which a whole frame is still not a message for us.
struct MessageCounters {
    std::uint32_t good = 0;
    std::uint32_t other_version = 0;
    std::uint32_t unknown_type = 0; // of no message that the other side may send
    std::uint32_t malformed = 0;    // too short for its type, or a list too long

    constexpr std::uint32_t bad() const { return other_version + unknown_type + malformed; }
};

/// `Accepts` is FromBoard on the host and FromHost on the board.
template<class Accepts>
class Receiver {
  public:
    /// Calls handler(message) for every good message that these bytes complete; the handler has an overload
    /// for each message in Accepts.
    template<class Handler>
    constexpr void feed(std::span<const std::uint8_t> bytes, Handler&& handler) {
        frames_.feed(bytes, [&](const Frame& frame) { deliver(frame, handler, Accepts{}); });
    }
    /// The stream starts anew (a port was opened again); the counters stay.
    constexpr void restart() { frames_.restart(); }

    constexpr const FrameCounters& frames() const { return frames_.counters(); }
    constexpr const MessageCounters& messages() const { return counters_; }
    /// The version of the last frame that was not of ours; 0 if there was none.
    constexpr std::uint8_t other_version() const { return other_version_; }

  private:
    template<class Handler, class... Messages>
    constexpr void deliver(const Frame& frame, Handler& handler, MessageList<Messages...>) {
        if (frame.version != protocol_version) {
            other_version_ = frame.version;
            ++counters_.other_version;
            return;
        }
        const bool known = ((frame.type == static_cast<std::uint8_t>(Messages::type) &&
                             (deliver_as<Messages>(frame, handler), true)) ||
                            ...);
        if (!known) ++counters_.unknown_type;
    }
    template<class Message, class Handler>
    constexpr void deliver_as(const Frame& frame, Handler& handler) {
        if (const std::optional<Message> message = decode<Message>(frame.payload)) {
            ++counters_.good;
            handler(*message);
        } else {
            ++counters_.malformed;
        }
    }

    FrameReader frames_;
    MessageCounters counters_;
    std::uint8_t other_version_ = 0;
};

} // namespace adoube::wire
