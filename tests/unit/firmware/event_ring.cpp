#include "firmware/core/event_ring.hpp"
#include "tests/catch.hpp"

#include <deque>
#include <map>
#include <random>
#include <vector>

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;

namespace {

template<std::size_t Capacity>
struct Stored {
    std::array<EventRing::Slot, Capacity> store{};
    EventRing ring{store};
};

Event drop_on(unsigned square, std::uint64_t t_us) {
    return {t_us, EventKind::drop, static_cast<std::uint8_t>(square), Content::occupied};
}

} // namespace

TEST_CASE("an event comes out of its slot as it went in") {
    for (const std::uint64_t t_us : {std::uint64_t{0}, std::uint64_t{1} << 40, (std::uint64_t{1} << 48) - 1})
        for (unsigned kind = 1; kind <= 10; ++kind)
            for (const unsigned square : {0u, 28u, 63u})
                for (unsigned content = 0; content < 16; ++content) {
                    const Event event{t_us, static_cast<EventKind>(kind), static_cast<std::uint8_t>(square),
                                      static_cast<Content>(content)};
                    REQUIRE(EventRing::Slot(event).event() == event);
                }
}

TEST_CASE("a full ring keeps the oldest, and what was lost becomes one gap behind them") {
    Stored<4> stored;
    EventRing& ring = stored.ring;
    for (unsigned n = 0; n < 7; ++n) ring.push(drop_on(n, n));
    CHECK(ring.first() == 0);
    CHECK(ring.end() == 4);
    CHECK(ring.next() == 7);
    CHECK(ring.lost() == 3);

    REQUIRE(ring.ack(3)); // room, but recording stays off: events behind the hole would explain nothing
    ring.push(drop_on(7, 7));
    CHECK(ring.next() == 8);
    CHECK(ring.end() == 4);

    REQUIRE(ring.ack(4));
    CHECK(ring.acked() == 4); // the gap is 4 to 8
    CHECK(ring.first() == 8);
    for (unsigned n = 0; n < 8; ++n) CHECK(ring.base().squares.at(n) == Content::occupied);
    CHECK(ring.base().time_us == 7);

    ring.push(drop_on(8, 8));
    CHECK(ring.at(8) == drop_on(8, 8));
    REQUIRE(ring.ack(8));
    CHECK(ring.acked() == ring.first());
}

TEST_CASE("acknowledging what was never there is refused, and twice the same is nothing") {
    Stored<4> stored;
    EventRing& ring = stored.ring;
    CHECK_FALSE(ring.ack(1));
    ring.push(drop_on(1, 1));
    CHECK(ring.ack(1));
    CHECK(ring.ack(1));
    CHECK(ring.ack(0));
    CHECK_FALSE(ring.ack(2));
    CHECK(ring.acked() == 1);
}

TEST_CASE("whatever is pushed and acknowledged, across the wrap, every number is an event or in a gap",
          "[many]") {
    std::mt19937_64 random(2);
    std::array<EventRing::Slot, 16> store{};
    constexpr std::uint32_t first_seq = 0xFFFF'FF00;
    EventRing ring(store, first_seq);
    std::map<std::uint32_t, Event> pushed; // by number since the start
    std::map<std::uint32_t, adoube::wire::Squares> before;
    adoube::wire::Squares squares;
    std::uint32_t checked = 0, lost = 0;
    for (std::uint32_t step = 0; step < 20'000; ++step) {
        const auto square = static_cast<unsigned>(random() % 64);
        const bool occupied = squares.at(square) != Content::empty;
        const Event event{step, occupied ? EventKind::lift : EventKind::drop,
                          static_cast<std::uint8_t>(square), Content::occupied};
        before[ring.next() - first_seq] = squares;
        pushed[ring.next() - first_seq] = event;
        squares.set(square, occupied ? Content::empty : Content::occupied);
        ring.push(event);
        REQUIRE(ring.latest().squares == squares);
        if (random() % 10 != 0) continue;
        for (std::uint32_t seq = ring.first(); seq != ring.end(); ++seq, ++checked)
            REQUIRE(ring.at(seq) == pushed.at(seq - first_seq));
        REQUIRE(
            ring.ack(ring.first() + static_cast<std::uint32_t>(random() % (ring.end() - ring.first() + 1))));
        lost += ring.first() - ring.acked();
        before[ring.next() - first_seq] = squares;
        REQUIRE(ring.base().squares == before.at(ring.first() - first_seq));
    }
    CHECK(checked > 10'000);
    CHECK(ring.lost() > 1'000);
    CHECK(lost > 1'000);
    CHECK(ring.next() < first_seq); // it wrapped
}
