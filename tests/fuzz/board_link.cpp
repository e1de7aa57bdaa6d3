// Any bytes from a host, mixed with events and time: the board sends whole frames only, forgets nothing
// unacknowledged, and comes to rest.

#include "firmware/core/link.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/whole_frame.hpp"

#include <algorithm>

using namespace adoube::firmware;
using adoube::fuzz::promise;
namespace wire = adoube::wire;

namespace {

class Board {
  public:
    void happen() {
        ring_.push({now_us, wire::EventKind::drop, static_cast<std::uint8_t>(ring_.next() % 64),
                    wire::Content::occupied});
    }
    void receive(std::span<const std::uint8_t> bytes) {
        const std::uint32_t acked = ring_.acked();
        link_.receive(bytes, now_us);
        promise(!wire::seq_before(ring_.acked(), acked), "an acknowledgement is never taken back");
        promise(!wire::seq_before(ring_.first(), ring_.acked()), "what is acknowledged is gone or first");
    }
    void transmit() {
        wire::Receiver<wire::FromBoard> host;
        std::array<std::uint8_t, wire::max_frame> room{};
        int things = 0;
        while (const std::size_t length = link_.transmit(room, now_us, {now_us, now_us, 0, 0})) {
            promise(++things < 100, "it comes to rest");
            host.feed(std::span(room).first(length), [&](const auto& message) { check(message); });
        }
        promise(host.frames().bad() == 0 && host.messages().bad() == 0, "it sends whole frames");
        promise(link_.wake_us(now_us) > now_us, "nothing to send means nothing to wake for");
    }
    std::uint64_t now_us = 0;

  private:
    void check(const wire::Events& events) {
        promise(events.size() > 0, "a batch has events");
        promise(!wire::seq_before(events.first_seq, ring_.first()), "what is sent is there");
        promise(!wire::seq_before(ring_.end(), events.first_seq + static_cast<std::uint32_t>(events.size())),
                "what is sent happened");
    }
    void check(const wire::Gap& gap) {
        promise(wire::seq_before(gap.from_seq, gap.to_seq), "a gap has a length");
        promise(gap.to_seq == ring_.first(), "a gap ends where the events begin");
    }
    template<class Message>
    void check(const Message&) {}

    std::array<EventRing::Slot, 64> store_{};
    EventRing ring_{store_, 0xFFFF'FFF0};
    NoHardware none_;
    Link link_{{.board_id = 1, .boot_id = 0x5EED1234}, ring_, none_, {}};
};

} // namespace

/// One order per byte: up to 0x7F events, 0xDF time, 0xEF raw bytes, else type and payload of a whole frame.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Board board;
    std::span<const std::uint8_t> rest(data, size);
    while (!rest.empty()) {
        const std::uint8_t order = rest[0];
        rest = rest.subspan(1);
        if (order >= 0xE0) {
            const auto bytes = rest.first(std::min<std::size_t>(rest.size(), std::size_t{order & 0xFu} + 1));
            rest = rest.subspan(bytes.size());
            board.receive(order >= 0xF0 ? adoube::fuzz::WholeFrame(bytes).bytes() : bytes);
        } else if (order >= 0x80) {
            board.now_us += (std::uint64_t{order} - 0x7F) * 20'000;
        } else {
            for (int n = 0; n <= order; ++n) board.happen();
        }
        board.transmit();
    }
    return 0;
}
