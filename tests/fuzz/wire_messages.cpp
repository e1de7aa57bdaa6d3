// Any payload to every message: decoded and encoded, it is the payload's beginning, but for an appended field
// that the payload lacks, which is 0; and a frame preserves it.

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
    const std::size_t given = std::min(length, payload.size());
    promise(std::equal(again.begin(), again.begin() + given, payload.begin()),
            "encoding is the inverse of decoding");
    promise(length - given <= sizeof(Snapshot::lever) &&
                std::all_of(again.begin() + given, again.begin() + length,
                            [](std::uint8_t byte) { return byte == 0; }),
            "nothing but an appended field may be missing, and it is 0");

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
