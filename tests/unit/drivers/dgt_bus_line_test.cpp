// The driver of a DGT board at the line of one board of a bus: what it tells is what was done, at every
// moment.

#include "daemon/drivers/contents.hpp"
#include "daemon/drivers/dgt/bus_line.hpp"
#include "daemon/drivers/dgt/dgt_board.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tools/makers/dgt_bus.hpp"

using namespace adoube;
using namespace adoube::drivers;
using tools::makers::DgtBus;

namespace {

constexpr std::uint64_t step_us = 5'000;
constexpr std::uint64_t reopens_after_us = 250'000;

/// What the driver has told of one board, beside what was done there.
struct Told {
    std::vector<std::uint64_t> made_us; // of each change
    std::size_t changes = 0, losses = 0, reads = 0;
    std::uint32_t next_seq = 0;
    wire::Squares squares;
    bool is_silent = false;

    std::size_t made_by(std::uint64_t t_us) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(made_us, t_us) - made_us.begin());
    }
    void hear(const EventSeen& seen) {
        next_seq = seen.seq + 1;
        ++changes;
        squares.set(seen.event.square,
                    seen.event.kind == wire::EventKind::lift ? wire::Content::empty : seen.event.content);
    }
    /// Without a gap, the squares follow from the changes.
    void hear(const SnapshotSeen& whole) {
        if (next_seq != 0) REQUIRE(whole.squares == squares);
        squares = whole.squares;
    }
    void hear(const EventsLost& lost) {
        next_seq = lost.next_seq;
        squares = lost.squares;
        ++losses;
    }
    void hear(const Silent&) { is_silent = true; }
    template<class Other>
    void hear(const Other&) {}
};

struct Hall {
    struct Seat {
        dgt::Board driver;
        std::optional<dgt::BusLine> line;
        std::uint64_t reopens_us = 0;
        Told told;
    };

    Hall(std::size_t count, std::uint64_t seed) : random(seed), bus(addresses(count), seed), seats(count) {
        for (const auto address : addresses(count)) session.add(address);
        session.opened(now());
    }
    static std::vector<std::uint16_t> addresses(std::size_t count) {
        std::vector<std::uint16_t> all;
        for (std::size_t at = 0; at < count; ++at) all.push_back(static_cast<std::uint16_t>(1025 + at));
        return all;
    }
    SteadyUs now() const { return SteadyUs(now_us); }

    /// A pawn or nothing on a square of the fifth rank.
    void hand(std::size_t at) {
        const auto square = static_cast<chess::Square>(32 + random() % 8);
        const auto& stands = bus.squares(at)[static_cast<std::size_t>(square)];
        const chess::Piece pawn{chess::Side::white, chess::PieceType::pawn};
        bus.change(at, square, stands ? std::nullopt : std::optional(pawn));
        seats[at].told.made_us.push_back(now_us);
    }
    void step() {
        now_us += step_us;
        bus.received(session.take_bytes(), now_us);
        session.received(bus.advance_to(now_us), now());
        session.tick(now());
        const auto news = session.take_news();
        for (std::size_t at = 0; at < seats.size(); ++at) step(at, news);
    }
    void step(std::size_t at, const std::vector<dgt::BusNews>& heard) {
        auto& [driver, line, reopens_us, told] = seats[at];
        if (!line && now_us >= reopens_us) {
            session.add(addresses(at + 1).back());
            line.emplace("0" + std::to_string(1025 + at));
            driver.opened(now());
        }
        if (!line) return;
        driver.tick(now());
        line->received(driver.take_bytes(), now());
        for (const auto& news : heard)
            if (news.board == at) line->hear(news, now());
        driver.received(line->take_bytes(), now());
        for (const auto& news : driver.take_news()) hear(news, seats[at]);
        if (!line->is_cut() && !std::exchange(told.is_silent, false)) return;
        driver.closed();
        line.reset();
        reopens_us = now_us + reopens_after_us;
    }
    void hear(const News& news, Seat& seat) {
        if (std::holds_alternative<Arrived>(news))
            return seat.driver.follow({seat.told.next_seq, seat.told.next_seq});
        if (const auto* read = std::get_if<ClockRead>(&news)) is_as_read(*read, seat.told);
        std::visit([&](const auto& one) { seat.told.hear(one); }, news);
    }
    /// What was done by the time that is read has been told.
    void is_as_read(const ClockRead& read, Told& told) const {
        ++told.reads;
        const auto age_us = read.board_us.count() - read.told_us.count();
        if (told.losses == 0 && read.told_us.count() > 0)
            REQUIRE(told.changes >= told.made_by(now_us - age_us));
    }
    void run(std::uint64_t length_us, bool plays) {
        for (const auto end_us = now_us + length_us; now_us < end_us;) {
            for (std::size_t at = 0; plays && at < seats.size(); ++at) {
                if (seats[at].told.reads == 0) continue;
                if (random() % 80 == 0) hand(at);
            }
            step();
        }
    }

    std::mt19937_64 random;
    DgtBus bus;
    dgt::BusSession session;
    std::vector<Seat> seats;
    std::uint64_t now_us = 5'000'000;
};

} // namespace

TEST_CASE("a driver on a bus passes over a change, or believes that it has heard what is still to come") {
    const auto run = [](std::uint64_t seed) {
        CAPTURE(seed);
        Hall hall(1 + seed % 8, seed);
        hall.bus.fails_percent = static_cast<unsigned>(seed % 3) * 3;
        hall.run(60'000'000, true);
        hall.bus.fails_percent = 0;
        hall.run(5'000'000, false);
        for (std::size_t at = 0; at < hall.seats.size(); ++at) {
            const auto& told = hall.seats[at].told;
            CAPTURE(at, hall.seats.size());
            CHECK(told.made_us.size() > 80);
            CHECK(told.reads > 20);
            if (told.losses == 0) CHECK(told.changes == told.made_us.size());
            CHECK((told.squares == squares_of(hall.bus.squares(at))));
        }
    };
    SECTION("this once was wrong") { run(885109573); }
    SECTION("any") {
        for (const auto seed : tests::seeds({4, 60})) run(seed);
    }
}

TEST_CASE("a press on a bus overtakes a piece that was put down before it") {
    dgt::BusLine line("01025");
    const auto said_after = [&](auto what, std::uint64_t now_us) {
        line.hear({0, std::move(what)}, SteadyUs(now_us));
        return line.take_bytes().size();
    };
    const std::vector<std::uint8_t> clock{0x00, 0x59, 0x30, 0x01, 0x29, 0x00, 0x0b};
    CHECK(said_after(dgt::BusSquares{}, 0) == 0);
    CHECK(said_after(dgt::BusClock{clock}, 0) == 0);
    CHECK(said_after(dgt::BusBoardHeard{SteadyUs(900'000)}, 900'000) == 0); // nobody has asked
    line.received(std::array{static_cast<std::uint8_t>(dgt::Command::updates)}, SteadyUs(950'000));
    CHECK(said_after(dgt::BusClock{clock}, 1'000'000) == 0);
    CHECK(said_after(dgt::BusBoardHeard{SteadyUs(1'249'999)}, 1'300'000) == 0);
    CHECK(said_after(dgt::BusBoardHeard{SteadyUs(1'250'000)}, 1'400'000) == 3 + clock.size());
    CHECK(said_after(dgt::BusBoardHeard{SteadyUs(1'450'000)}, 1'500'000) == 0);
}
