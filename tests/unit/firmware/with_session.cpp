// Board and daemon ends of the wire, each written from protocol/README.md, together.

#include "daemon/drivers/own/session.hpp"
#include "firmware/virtual/virtual_board.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

using namespace adoube::firmware;
using adoube::SteadyUs;
using adoube::drivers::Arrived;
using adoube::drivers::EventSeen;
using adoube::drivers::EventsLost;
using adoube::drivers::Session;
using adoube::drivers::Silent;
using adoube::drivers::SnapshotSeen;
using adoube::wire::Content;
using adoube::wire::Event;

namespace {

constexpr std::uint64_t ms = 1'000;
constexpr unsigned e2 = 12;

/// A minimal daemon: makes what it is told durable a little later.
struct Daemon {
    void tell(SteadyUs now_us) {
        for (const auto& news : session.take_news()) {
            if (const auto* arrived = std::get_if<Arrived>(&news)) {
                boot_id = arrived->hello.boot_id;
                told.resize(durable); // the rest was lost
                session.follow({static_cast<std::uint32_t>(durable), static_cast<std::uint32_t>(durable)});
            } else if (const auto* seen = std::get_if<EventSeen>(&news)) {
                REQUIRE(seen->seq == told.size());
                told.push_back(seen->event);
            } else if (const auto* snapshot = std::get_if<SnapshotSeen>(&news)) {
                ++snapshots;
                if (!told.empty()) REQUIRE(snapshot->board_us.count() >= told.back().time_us);
            } else if (std::holds_alternative<Silent>(news)) {
                session.closed();
                session.opened(now_us);
            }
            REQUIRE_FALSE(std::holds_alternative<EventsLost>(news));
        }
    }
    void sync() {
        durable = told.size();
        session.durable(boot_id, static_cast<std::uint32_t>(durable));
    }
    Session session;
    std::uint32_t boot_id = 0;
    std::vector<Event> told;
    std::size_t durable = 0;
    int snapshots = 0;
};

/// Loses and changes some bytes.
std::vector<std::uint8_t> worn(std::vector<std::uint8_t> bytes, unsigned per_million,
                               std::mt19937_64& random) {
    std::erase_if(bytes, [&](std::uint8_t& byte) {
        const auto chance = random() % 1'000'000;
        if (chance < per_million) byte ^= static_cast<std::uint8_t>(1u << random() % 8);
        return chance >= 1'000'000 - per_million;
    });
    return bytes;
}

} // namespace

TEST_CASE(
    "the daemon's session gets each event of a board once, over a bad wire, through deaths of its own") {
    int snapshots = 0;
    for (const auto seed : adoube::tests::seeds({12, 60})) {
        std::mt19937_64 random(seed);
        const unsigned faults = seed % 3 == 0 ? 0 : 500;
        VirtualBoard board({.board_id = 5, .boot_id = 9, .bounce_us = 2 * ms});
        constexpr std::size_t events = 2'000;
        for (std::size_t n = 0; n < events; ++n)
            board.set(e2, n % 2 == 0 ? Content::empty : Content::white_pawn, (n + 1) * 80 * ms);
        Daemon daemon;
        daemon.session.opened({});
        std::array<std::uint8_t, adoube::wire::max_frame> frame{};
        for (std::uint64_t now_us = 0; now_us < (events + 1) * 80 * ms + 20'000 * ms; now_us += 5 * ms) {
            board.advance_to(now_us);
            std::vector<std::uint8_t> bytes;
            while (const std::size_t length = board.transmit(frame, now_us))
                bytes.insert(bytes.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length));
            daemon.session.received(worn(bytes, faults, random), SteadyUs(now_us));
            daemon.session.tick(SteadyUs(now_us));
            daemon.tell(SteadyUs(now_us));
            if (random() % 4 == 0) daemon.sync();
            if (random() % 6'000 == 0) { // daemon restarts
                const std::size_t durable = daemon.durable;
                const auto told = daemon.told;
                snapshots += daemon.snapshots;
                daemon = Daemon{};
                daemon.durable = durable;
                daemon.told = told;
                board.closed();
                daemon.session.opened(SteadyUs(now_us));
            }
            board.receive(worn(daemon.session.take_bytes(), faults, random), now_us);
        }
        REQUIRE(daemon.told.size() == events);
        for (std::size_t n = 0; n < events; ++n) {
            const std::uint64_t done_us = (n + 1) * 80 * ms + VirtualBoard::started_before_us;
            CHECK(daemon.told[n].time_us >= done_us);
            CHECK(daemon.told[n].time_us <= done_us + 4 * ms);
        }
        CHECK(board.unacknowledged() == 0);
        snapshots += daemon.snapshots;
    }
    CHECK(snapshots > 0);
}
