// Any payload to every message: decoded and encoded, it is the payload's beginning, and a frame preserves it.

#include "protocol/frame.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

using namespace adoube::wire;
using adoube::fuzz::promise;

namespace {

template<class Message>
void check_as(std::span<const std::uint8_t> payload) {
    const std::optional<Message> message = decode<Message>(payload);
    if (!message) return;
    std::array<std::uint8_t, max_payload> again{};
    const std::size_t length = encode(*message, again);
    promise(length <= payload.size() && std::equal(again.begin(), again.begin() + length, payload.begin()),
            "encoding is the inverse of decoding");

    std::array<std::uint8_t, max_frame> frame{};
    const std::size_t framed = write_frame(*message, frame);
    promise(std::find(frame.begin(), frame.begin() + framed, 0) == frame.begin() + framed - 1,
            "a frame has one zero");
    int found = 0;
    FrameReader().feed(std::span(frame).first(framed), [&](const Frame& read) {
        ++found;
        promise(decode<Message>(read.payload) == message, "a message comes back from its frame");
    });
    promise(found == 1, "a frame is found");
}

template<class... Messages>
void check_all(std::span<const std::uint8_t> payload, MessageList<Messages...>) {
    (check_as<Messages>(payload), ...);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span payload(data, std::min(size, max_payload));
    check_all(payload, FromBoard{});
    check_all(payload, FromHost{});
    return 0;
}
