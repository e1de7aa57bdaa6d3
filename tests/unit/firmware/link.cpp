// The link against a simple host over a lossy wire, with dying hosts and restarting boards: every event comes
// exactly once, in order, or in a gap.

#include "firmware/core/link.hpp"
#include "tests/catch.hpp"
#include "tests/unit/firmware/reference_host.hpp"

#include <deque>
#include <memory>
#include <random>

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;
using adoube::wire::Gap;
using adoube::wire::GapCause;
using adoube::wire::Lever;
using adoube::wire::Settings;
using adoube::wire::Snapshot;
using adoube::wire::Squares;
using Bytes = std::vector<std::uint8_t>;

namespace {

/// One direction of a stream; probabilities per million bytes.
struct Wire {
    unsigned lose = 0, change = 0, repeat = 0;
    std::size_t bytes_per_ms = 1'000;
    std::deque<std::uint8_t> under_way;

    void put(const Bytes& bytes, std::mt19937_64& random) {
        for (const std::uint8_t byte : bytes) {
            const auto chance = random() % 1'000'000;
            if (chance < lose) continue;
            const bool changed = chance < lose + change;
            under_way.push_back(changed ? static_cast<std::uint8_t>(byte ^ (1u << random() % 8)) : byte);
            if (chance >= 1'000'000 - repeat) under_way.push_back(under_way.back());
        }
    }
    Bytes take() {
        Bytes bytes;
        while (!under_way.empty() && bytes.size() < bytes_per_ms) {
            bytes.push_back(under_way.front());
            under_way.pop_front();
        }
        return bytes;
    }
};

/// What really happened in one boot.
/// From an empty board on. What stood when is worked out anew: the chip that runs this has little memory.
struct Story {
    std::uint32_t first_seq = 0;
    std::vector<Event> events;
    Lever at_start = Lever::unknown;
    Squares now;

    adoube::firmware::Placement before(std::size_t event) const {
        adoube::firmware::Placement placement{{}, 0, at_start};
        for (std::size_t at = 0; at < event; ++at) placement.apply(events.at(at));
        return placement;
    }
};

/// A board with made-up events, a host and the wire between, in 1 ms steps.
template<std::size_t Capacity>
class World {
  public:
    explicit World(std::uint64_t seed, std::uint32_t first_seq = 0) : random(seed) { boot(first_seq); }

    void boot(std::uint32_t first_seq) {
        ring = std::make_unique<EventRing>(store, first_seq);
        const auto lever = static_cast<Lever>(random() % 3);
        ring->start({{}, now_us, lever});
        Identity identity;
        identity.board_id = 7;
        identity.boot_id = ++boot_id;
        link = std::make_unique<Link>(identity, *ring, none, Pace{{1'000, 5'000, 1'000}});
        stories[boot_id] = {first_seq, {}, lever, {}};
    }
    void happen() {
        Story& story = stories[boot_id];
        if (random() % 4 == 0) return press(story, random() % 2 == 0);
        const auto square = static_cast<unsigned>(random() % 64);
        const bool occupied = story.now.at(square) != Content::empty;
        story.events.push_back({now_us, occupied ? EventKind::lift : EventKind::drop,
                                static_cast<std::uint8_t>(square), Content::occupied});
        story.now.set(square, occupied ? Content::empty : Content::occupied);
        ring->push(story.events.back());
    }
    void press(Story& story, bool white) {
        story.events.push_back({now_us, white ? EventKind::press_white : EventKind::press_black});
        ring->push(story.events.back());
    }
    void step() {
        now_us += 1'000;
        if (connected) {
            to_host.put(board_output(), random);
            to_board.put(host.transmit(now_us), random);
            host.receive(to_host.take(), now_us);
            link->receive(to_board.take(), now_us);
        }
        if (random() % 5 == 0) host.sync();
    }
    void run(int ms, unsigned events_per_1000_ms = 0) {
        for (int n = 0; n < ms; ++n) {
            if (random() % 1'000 < events_per_1000_ms) happen();
            step();
        }
    }
    void disconnect() {
        connected = false;
        to_host.under_way.clear();
        to_board.under_way.clear();
        link->closed();
        host.closed();
    }
    /// Each boot's numbers have no hole or repetition, events and placements are true. Returns the events
    /// told; the last boot's rest must be in gaps.
    std::size_t check_journal() {
        std::size_t told = 0;
        std::map<std::uint32_t, std::uint32_t> next;
        for (const auto& [boot, story] : stories) next[boot] = story.first_seq;
        for (const auto& entry : host.durable) {
            if (const auto* numbered = std::get_if<ReferenceHost::Numbered>(&entry)) {
                const Story& story = stories.at(numbered->boot_id);
                REQUIRE(numbered->seq == next[numbered->boot_id]++);
                REQUIRE(numbered->event == story.events.at(numbered->seq - story.first_seq));
                ++told;
            } else if (const auto* gap = std::get_if<Gap>(&entry)) {
                const Story& story = stories.at(gap->boot_id);
                // A host that lost its memory with nothing durable may be told a gap again.
                REQUIRE(!adoube::wire::seq_before(next[gap->boot_id], gap->from_seq));
                REQUIRE(adoube::wire::seq_before(next[gap->boot_id], gap->to_seq));
                next[gap->boot_id] = gap->to_seq;
                const auto placement = story.before(gap->to_seq - story.first_seq);
                REQUIRE(gap->squares == placement.squares);
                REQUIRE(gap->lever == placement.lever);
            } else {
                const auto& snapshot = std::get<Snapshot>(entry);
                const Story& story = stories.at(snapshot.boot_id);
                REQUIRE(snapshot.next_seq == next[snapshot.boot_id]);
                const auto placement = story.before(snapshot.next_seq - story.first_seq);
                REQUIRE(snapshot.squares == placement.squares);
                REQUIRE(snapshot.lever == placement.lever);
            }
        }
        const Story& last = stories.at(boot_id);
        REQUIRE(next[boot_id] == last.first_seq + static_cast<std::uint32_t>(last.events.size()));
        return told;
    }

    std::mt19937_64 random;
    ReferenceHost host;
    Wire to_host, to_board;
    bool connected = true;
    std::uint64_t now_us = 0;
    std::uint32_t boot_id = 1000;
    std::array<EventRing::Slot, Capacity> store{};
    std::unique_ptr<EventRing> ring;
    NoHardware none;
    std::unique_ptr<Link> link;
    std::map<std::uint32_t, Story> stories;

  private:
    /// At most what the wire can carry.
    Bytes board_output() {
        Bytes bytes;
        std::array<std::uint8_t, adoube::wire::max_frame> room{};
        while (to_host.under_way.size() + bytes.size() < to_host.bytes_per_ms) {
            const bool rests = link->rests(now_us);
            const std::size_t length = link->transmit(room, now_us, {now_us, now_us, 0, 0});
            CHECK_FALSE((rests && length != 0)); // at rest nothing may be due
            if (length == 0) break;
            CHECK(link->wake_us(now_us) >= now_us);
            bytes.insert(bytes.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
        }
        return bytes;
    }
};

template<class Kind>
std::size_t count(const ReferenceHost& host) {
    std::size_t count = 0;
    for (const auto& entry : host.durable) count += std::holds_alternative<Kind>(entry);
    return count;
}

} // namespace

TEST_CASE("a good wire: every event once, in order, and none twice on the wire", "[many]") {
    World<64> world(1);
    world.run(20'000, 100);
    world.run(1'000);
    CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
    CHECK(count<Gap>(world.host) == 0);
    REQUIRE(world.host.health);
    CHECK(world.host.health->resent_events == 0);
    CHECK(world.host.health->bad_frames == 0);
    CHECK(world.host.health->bad_messages == 0);
}

TEST_CASE("the first thing that a host is told is what stood on the squares before the first event") {
    World<64> world(2);
    for (int n = 0; n < 40; ++n) world.happen();
    world.run(2'000);
    REQUIRE_FALSE(world.host.durable.empty());
    REQUIRE(std::holds_alternative<Snapshot>(world.host.durable[0]));
    CHECK(std::get<Snapshot>(world.host.durable[0]).next_seq == 0);
    CHECK(world.check_journal() == 40);
}

TEST_CASE("bytes lost, changed and doubled both ways: every event once, in order", "[many]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        World<1024> world(seed, seed % 2 == 0 ? 0 : 0xFFFF'FF80);
        for (Wire* wire : {&world.to_host, &world.to_board}) {
            wire->lose = 500;
            wire->change = 500;
            wire->repeat = 500;
        }
        world.run(30'000, 50);
        world.to_host.lose = world.to_host.change = world.to_host.repeat = 0;
        world.to_board = world.to_host;
        world.run(10'000);
        CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
        CHECK(count<Gap>(world.host) == 0);
        CHECK(world.host.frames().bad() > 0);
        CHECK(world.host.health->bad_frames > 0);
        CHECK(world.host.health->resent_events > 0);
    }
}

TEST_CASE("a slow wire, as slow as 9,600 baud, still brings all", "[many]") {
    World<1024> world(3);
    world.to_host.bytes_per_ms = world.to_board.bytes_per_ms = 1;
    world.run(60'000, 20);
    world.run(60'000);
    CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
}

TEST_CASE("a host that dies and comes back has everything once, also what it had taken but not made durable",
          "[many]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        World<1024> world(seed);
        for (int crash = 0; crash < 10; ++crash) {
            world.run(1'000 + static_cast<int>(world.random() % 2'000), 200);
            world.host.crash();
        }
        world.run(5'000);
        CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
        CHECK(count<Gap>(world.host) == 0);
    }
}

TEST_CASE("a cable pulled out and put back again costs nothing", "[many]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        World<1024> world(seed);
        for (int n = 0; n < 5; ++n) {
            world.run(2'000, 50);
            world.disconnect();
            world.run(3'000, 50);
            world.connected = true;
        }
        world.run(5'000);
        CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
        CHECK(count<Gap>(world.host) == 0);
    }
}

TEST_CASE(
    "a wire that dies without a word: the board says hello until a host is there, and nothing is lost") {
    World<1024> world(4);
    world.run(5'000, 20);
    CHECK(world.link->followed());
    world.to_host.lose = world.to_board.lose = 1'000'000;
    world.run(10'000, 20);
    CHECK_FALSE(world.link->followed());
    world.to_host.lose = world.to_board.lose = 0;
    world.run(5'000, 20);
    CHECK(world.link->followed());
    world.run(2'000);
    CHECK(world.check_journal() == world.stories[world.boot_id].events.size());
}

TEST_CASE("a board that restarts is a new boot: nothing of the old one is taken for the new one's",
          "[many]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        World<1024> world(seed);
        world.to_host.lose = world.to_board.lose = 200;
        for (int n = 0; n < 6; ++n) {
            world.run(3'000, 100);
            // The same numbers, told apart by boot id only, with old bytes still under way.
            world.boot(0);
        }
        world.run(3'000, 100);
        world.to_host.lose = world.to_board.lose = 0;
        world.run(8'000);
        world.check_journal();
        std::map<std::uint32_t, std::size_t> told;
        for (const auto& entry : world.host.durable)
            if (const auto* numbered = std::get_if<ReferenceHost::Numbered>(&entry))
                ++told[numbered->boot_id];
        CHECK(told.size() == 7);
        CHECK(told[world.boot_id] == world.stories[world.boot_id].events.size());
    }
}

TEST_CASE("a ring that overflows tells how many were lost and what stands there, and goes on", "[many]") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        World<64> world(seed, seed % 2 == 0 ? 0 : 0xFFFF'FF80);
        world.to_host.lose = world.to_board.lose = seed % 3 == 0 ? 300 : 0;
        std::size_t events = 0;
        for (int n = 0; n < 4; ++n) {
            world.run(2'000, 20);
            world.disconnect();
            world.run(1'000, 200);
            world.connected = true;
        }
        world.run(4'000, 20);
        world.to_host.lose = world.to_board.lose = 0;
        world.run(8'000);
        events = world.stories[world.boot_id].events.size();
        const std::size_t told = world.check_journal();
        CHECK(told < events);
        CHECK(told + world.ring->lost() == events);
        CHECK(world.host.health->lost_events == world.ring->lost());
        CHECK(count<Gap>(world.host) >= 1);
        // Acknowledging what only a gap told is valid.
        if (seed % 3 != 0) CHECK(world.host.health->bad_messages == 0);
        for (const auto& entry : world.host.durable)
            if (const auto* gap = std::get_if<Gap>(&entry)) CHECK(gap->cause == GapCause::overflow);
    }
}

TEST_CASE("a host that lost its disk is told what is gone and what stands on the squares") {
    World<64> world(5);
    world.run(5'000, 20);
    world.run(1'000);
    const auto last = static_cast<std::uint32_t>(world.stories[world.boot_id].events.size());
    REQUIRE(world.ring->acked() == last);

    ReferenceHost other;
    world.link->closed();
    other.send(adoube::wire::Resend{world.boot_id, 0});
    world.link->receive(other.transmit(world.now_us), world.now_us);
    Bytes bytes;
    std::array<std::uint8_t, adoube::wire::max_frame> room{};
    while (const std::size_t length = world.link->transmit(room, world.now_us, {}))
        bytes.insert(bytes.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
    std::optional<Gap> gap;
    adoube::wire::Receiver<adoube::wire::FromBoard> receiver;
    receiver.feed(bytes, [&](const auto& message) {
        if constexpr (std::is_same_v<std::decay_t<decltype(message)>, Gap>) gap = message;
    });
    REQUIRE(gap);
    CHECK(gap->cause == GapCause::released);
    CHECK(gap->from_seq == 0);
    CHECK(gap->to_seq == last);
    CHECK(gap->squares == world.stories[world.boot_id].now);
}

TEST_CASE("a ping comes back at once with both times, and settings with what is now in force") {
    World<64> world(6);
    world.run(1'500);
    const std::size_t pongs = world.host.pongs.size();
    world.host.send(adoube::wire::Ping{0xABCDEF});
    world.run(10);
    REQUIRE(world.host.pongs.size() == pongs + 1);
    CHECK(world.host.pongs.back().host_us == 0xABCDEF);
    CHECK(world.now_us - world.host.pongs.back().board_us <= 10'000);

    world.host.send(Settings{0, 0, 0});
    world.host.send(Settings{500, 0, 50});
    world.run(10);
    REQUIRE_FALSE(world.host.settings.empty());
    CHECK(world.host.settings.back() == Settings{500, 5'000, 100});
    CHECK(world.link->settings() == Settings{500, 5'000, 100});
}

TEST_CASE("snapshots come at their interval, and health with them") {
    World<64> world(7);
    world.run(3'000, 10);
    world.run(500);
    const std::size_t snapshots = count<Snapshot>(world.host);
    world.host.health.reset();
    world.run(10'000);
    CHECK(count<Snapshot>(world.host) >= snapshots + 9);
    CHECK(count<Snapshot>(world.host) <= snapshots + 11);
    CHECK(world.host.health.has_value());
    world.check_journal();
}

TEST_CASE("requests of another boot, and for what was never sent, are refused with a hello") {
    World<64> world(8);
    world.run(2'000, 50);
    world.run(500);
    const std::uint32_t acked = world.ring->acked();
    for (int n = 0; n < 5; ++n) world.happen();
    world.disconnect();
    const auto refused = [&](const auto& message) {
        ReferenceHost other;
        other.send(message);
        world.link->receive(other.transmit(world.now_us), world.now_us);
        int hellos = 0, others = 0;
        std::array<std::uint8_t, adoube::wire::max_frame> room{};
        adoube::wire::Receiver<adoube::wire::FromBoard> receiver;
        while (const std::size_t length = world.link->transmit(room, world.now_us, {}))
            receiver.feed(std::span(room).first(length), [&](const auto& told) {
                ++(std::is_same_v<std::decay_t<decltype(told)>, adoube::wire::Hello> ? hellos : others);
            });
        CHECK(hellos == 1);
        CHECK(others == 0);
        CHECK_FALSE(world.link->followed());
        CHECK(world.ring->acked() == acked);
    };
    using namespace adoube::wire;
    refused(Resend{world.boot_id + 1, 0});
    refused(Resend{world.boot_id, acked + 4});
    refused(Ack{world.boot_id + 1, acked + 1});
    refused(Ack{world.boot_id, acked + 1});
}

TEST_CASE("a board takes nothing from a host for which another has gone on, and tells it so") {
    using namespace adoube::wire;
    World<64> world(8);
    world.run(2'000, 50);
    world.run(500);
    for (int n = 0; n < 5; ++n) world.happen();
    std::array<std::uint8_t, max_frame> sent{}; // and acknowledged by nobody
    while (world.link->transmit(sent, world.now_us, {}) > 0) {
    }
    const auto said = [&](const auto& message) {
        ReferenceHost host;
        host.send(message);
        world.link->receive(host.transmit(world.now_us), world.now_us);
        std::optional<Hello> hello;
        std::array<std::uint8_t, max_frame> room{};
        Receiver<FromBoard> receiver;
        while (const std::size_t length = world.link->transmit(room, world.now_us, {}))
            receiver.feed(std::span(room).first(length), [&](const auto& told) {
                if constexpr (std::is_same_v<std::decay_t<decltype(told)>, Hello>) hello = told;
            });
        return hello;
    };
    const std::uint32_t acked = world.ring->acked(), boot = world.boot_id;
    CHECK(said(Ack{boot, acked, 7}).value_or(Hello{}).epoch == 7);
    CHECK(said(Ack{boot, acked + 1, 6}).value_or(Hello{}).epoch == 7);
    CHECK(said(Ack{boot, acked + 1}).value_or(Hello{}).epoch == 7); // of one without
    CHECK(world.ring->acked() == acked);
    (void)said(Ack{boot, acked + 1, 7});
    CHECK(world.ring->acked() == acked + 1);
    (void)said(Ack{boot, acked, 9}); // behind, and heard all the same
    CHECK(said(Ack{boot, acked + 2, 8}).value_or(Hello{}).epoch == 9);
    CHECK(world.ring->acked() == acked + 1);
}

TEST_CASE("a host of another version gets a hello, and nothing else happens") {
    World<64> world(9);
    world.run(10);
    world.disconnect();
    std::array<std::uint8_t, adoube::wire::max_frame> room{};
    std::size_t length = adoube::wire::write_frame(adoube::wire::Resend{world.boot_id, 0}, room, 2);
    const Bytes foreign(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
    while (world.link->transmit(room, world.now_us, {}) != 0) {
    }
    world.link->receive(foreign, world.now_us);
    CHECK_FALSE(world.link->followed());
    length = world.link->transmit(room, world.now_us, {});
    REQUIRE(length != 0);
    bool hello = false;
    adoube::wire::Receiver<adoube::wire::FromBoard> receiver;
    receiver.feed(std::span(room).first(length), [&](const auto& message) {
        hello = std::is_same_v<std::decay_t<decltype(message)>, adoube::wire::Hello>;
    });
    CHECK(hello);
    CHECK(world.link->transmit(room, world.now_us, {}) == 0);
}

TEST_CASE("any bytes at all: the link never stops, and what it kept is still there", "[many]") {
    World<64> world(10);
    for (int n = 0; n < 20; ++n) world.happen();
    world.disconnect();
    for (int n = 0; n < 20'000; ++n) {
        Bytes noise(world.random() % 40);
        for (auto& byte : noise)
            byte = static_cast<std::uint8_t>(world.random() % 4 == 0 ? 0 : world.random());
        world.link->receive(noise, world.now_us);
    }
    world.connected = true;
    world.run(8'000);
    CHECK(world.check_journal() == 20);
}
