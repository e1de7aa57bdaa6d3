// Any bytes from a viewer's or a client's WebSocket: cutting the stream changes nothing, control frames and
// messages stay in bounds and survive a round trip, errors get a sentence.

#include "daemon/server/websocket.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <optional>

using namespace adoube::server::websocket;
using adoube::fuzz::promise;

namespace {

struct Heard {
    std::vector<Received> controls;
    std::optional<Refusal> refusal;
};

constexpr std::size_t longest_message = 125; // in one short frame

Heard hear(std::string_view bytes, std::size_t piece, std::size_t longest) {
    FrameReader reader(longest);
    Heard heard;
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, piece);
        bytes.remove_prefix(part.size());
        auto controls = reader.feed(part);
        if (!controls) {
            heard.refusal = controls.error();
            break;
        }
        std::ranges::move(*controls, std::back_inserter(heard.controls));
    }
    return heard;
}

/// As a viewer sends it (RFC 6455 5.3).
std::string masked(const Received& control) {
    constexpr std::string_view mask = "\x37\xfa\x21\x3d";
    std::string bytes = frame(control.opcode, control.payload);
    bytes[1] = static_cast<char>(bytes[1] | 0x80);
    for (std::size_t at = 0; at < control.payload.size(); ++at)
        bytes[2 + at] = static_cast<char>(bytes[2 + at] ^ mask[at % mask.size()]);
    return bytes.insert(2, mask);
}

bool same(const Received& a, const Received& b) { return a.opcode == b.opcode && a.payload == b.payload; }

void check(const Received& control, std::size_t longest) {
    promise(control.opcode == Opcode::close || control.opcode == Opcode::ping ||
                control.opcode == Opcode::pong || (control.opcode == Opcode::text && longest > 0),
            "only control frames are taken, and messages where they are allowed");
    promise(control.payload.size() <= 125,
            "a control frame has at most 125 bytes, a message as many as allowed");
    const auto again = hear(masked(control), 1, longest);
    promise(!again.refusal && again.controls.size() == 1 && same(again.controls[0], control),
            "a control frame comes back from its bytes");
}

void check(const Refusal& refusal) {
    adoube::fuzz::promise_sentence(refusal.reason);
    promise(refusal.code == Close::protocol_error || refusal.code == Close::unsupported_data ||
                refusal.code == Close::message_too_big,
            "a refusal has a code that says whose fault it is");
    const auto farewell = close_frame(refusal.code, refusal.reason);
    promise(farewell.size() <= 127 && static_cast<std::size_t>(farewell[1]) == farewell.size() - 2,
            "a farewell is one short frame");
}

void check(std::string_view bytes, std::size_t longest) {
    const Heard pieces = hear(bytes, 1, longest);
    for (const auto& received : pieces.controls) check(received, longest);
    if (pieces.refusal) check(*pieces.refusal);
    // In one piece, a fault drops the controls before it: the connection ends anyway.
    const Heard whole = hear(bytes, bytes.size(), longest);
    promise(whole.refusal.has_value() == pieces.refusal.has_value(), "cutting the stream changes no refusal");
    promise(whole.refusal || std::ranges::equal(whole.controls, pieces.controls, same),
            "cutting the stream changes no control frame");
    promise(!whole.refusal || whole.refusal->reason == pieces.refusal->reason, "nor its reason");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check(bytes, 0);
    check(bytes, longest_message);

    const auto key = accept_key(bytes.substr(0, 24));
    promise(key.size() == 28 && key.back() == '=', "an accept key is 20 bytes in base64");
    return 0;
}
