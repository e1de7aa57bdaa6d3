// Several DGT boards on one bus with bad lines: every change of every board is told, once and in order.

#include "daemon/dgt_port/square_changes.hpp"
#include "daemon/drivers/dgt/bus_search.hpp"
#include "daemon/drivers/dgt/bus_session.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tools/makers/dgt_bus.hpp"

using namespace adoube;
using namespace adoube::drivers::dgt;
using tools::makers::DgtBus;

namespace {

using Changes = std::vector<dgt_port::SquareChange>;

constexpr std::uint64_t step_us = 5'000;

/// What the session has told of one board.
struct Told {
    Changes changes; // since the last gap
    std::optional<dgt_port::Squares> squares;
    std::size_t gaps = 0, gone = 0, came = 0, clocks = 0;

    void hear(const BusSquares& whole) {
        REQUIRE((whole.gap || !squares));
        gaps += whole.gap;
        squares = whole.squares;
        changes.clear();
    }
    void hear(const FieldUpdate& update) {
        REQUIRE(squares);
        (*squares)[static_cast<std::size_t>(update.square)] = update.piece;
        changes.push_back({update.square, update.piece});
    }
    void hear(const BusClock&) { ++clocks; }
    void hear(const BusBoardHeard&) {}
    void hear(const BusBoardGone&) { ++gone; }
    void hear(const BusBoardCame&) { ++came; }
};

/// Boards, the hands at them, and the session at the other end of the line.
struct Hall {
    Hall(std::size_t count, std::uint64_t seed)
        : random(seed), bus(addresses(count), seed), told(count), made(count),
          positions(count, chess::Position::start()), due(count) {
        for (const auto address : addresses(count)) session.add(address);
        session.opened(now_us);
    }
    static std::vector<BusAddress> addresses(std::size_t count) {
        std::vector<BusAddress> all;
        for (std::size_t at = 0; at < count; ++at) all.push_back(static_cast<BusAddress>(1025 + 97 * at));
        return all;
    }
    void hand(std::size_t at) {
        if (due[at].empty()) {
            auto& position = positions[at];
            const auto moves = position.legal_moves();
            if (moves.size() == 0) position = chess::Position::start();
            auto before = bus.squares(at);
            if (moves.size() != 0) position.play(moves[random() % moves.size()]);
            dgt_port::Squares after;
            for (std::size_t square = 0; square < 64; ++square)
                after[square] = position.at(static_cast<chess::Square>(square));
            const auto changes = dgt_port::changes_between(before, after);
            due[at].assign(changes.rbegin(), changes.rend());
        }
        made[at].push_back(due[at].back());
        due[at].pop_back();
        bus.change(at, made[at].back().square, made[at].back().piece);
    }
    void step() {
        now_us += step_us;
        bus.received(session.take_bytes(), now_us.count());
        session.received(bus.advance_to(now_us.count()), now_us);
        session.tick(now_us);
        for (const auto& news : session.take_news())
            std::visit([&](const auto& what) { told[news.board].hear(what); }, news.what);
    }
    void run(std::uint64_t length_us, std::uint64_t between_hands_us = 0) {
        for (std::uint64_t t_us = 0; t_us < length_us; t_us += step_us) {
            for (std::size_t at = 0; between_hands_us != 0 && at < made.size(); ++at)
                if (told[at].squares && random() % (between_hands_us / step_us) == 0) hand(at);
            step();
        }
    }

    std::mt19937_64 random;
    DgtBus bus;
    BusSession session;
    SteadyUs now_us{5'000'000};
    std::vector<Told> told;
    std::vector<Changes> made; // since the board was first told
    std::vector<chess::Position> positions;
    std::vector<Changes> due; // of the move at hand, the last first
};

bool is_end_of(const Changes& all, const Changes& end) {
    return end.size() <= all.size() && std::equal(end.rbegin(), end.rend(), all.rbegin());
}

} // namespace

TEST_CASE("a bus address is not the one in the maker's example, or a wrong serial number has one") {
    CHECK(bus_address_of("01025") == BusAddress{0x08 << 7 | 0x01});
    CHECK(bus_address_of("99999") == BusAddress{99'999 & 0x3fff});
    for (const auto* text : {"", "1025", "010250", "0102a", "-1025", "+1025", " 1025"}) {
        CAPTURE(text);
        CHECK_FALSE(bus_address_of(text));
    }
}

TEST_CASE("a command of the bus has another sum than in the maker's example") {
    const auto bytes = bus_command(BusCommand::clock_time, 0x10 << 7 | 0x06);
    CHECK(bytes == std::array<std::uint8_t, 4>{0x81, 0x10, 0x06, 0x17});
}

TEST_CASE("a change of a board on a bus is lost, doubled or out of order where answers are lost or damaged") {
    for (const auto seed : tests::seeds({4, 60})) {
        CAPTURE(seed);
        Hall hall(8, seed);
        hall.bus.fails_percent = static_cast<unsigned>(seed % 4) * 5;
        hall.run(120'000'000, 400'000);
        hall.bus.fails_percent = 0;
        hall.run(5'000'000);
        CHECK((hall.session.failures() > 0) == (seed % 4 != 0));
        for (std::size_t at = 0; at < 8; ++at) {
            CAPTURE(at);
            const auto& told = hall.told[at];
            CHECK(hall.made[at].size() > 150);
            CHECK((told.changes == hall.made[at]));
            CHECK(told.gaps == 0);
            CHECK(told.gone == 0);
            CHECK(told.clocks > 30);
        }
    }
}

TEST_CASE("a board that leaves the bus is not missed, holds up others, or its squares are wrong afterwards") {
    for (const auto seed : tests::seeds({4, 60})) {
        CAPTURE(seed);
        Hall hall(8, seed);
        hall.bus.fails_percent = 5;
        hall.run(20'000'000, 400'000);
        const auto leaver = seed % 8;
        const bool keeps_power = seed % 2 == 0;
        hall.bus.take_off(leaver);
        hall.run(10'000'000, 400'000);
        CHECK(hall.told[leaver].gone == 1);
        hall.bus.put_back(leaver, keeps_power);
        hall.run(20'000'000, 400'000);
        hall.bus.fails_percent = 0;
        hall.run(5'000'000);
        for (std::size_t at = 0; at < 8; ++at) {
            CAPTURE(at, leaver);
            const auto& told = hall.told[at];
            CHECK((told.squares == hall.bus.squares(at)));
            CHECK(told.gaps == (at == leaver ? 1U : 0U));
            if (at != leaver) CHECK((told.changes == hall.made[at]));
            CHECK(is_end_of(hall.made[at], told.changes));
            CHECK(told.changes.size() > 20);
        }
    }
}

TEST_CASE("a board that loses power for a moment goes on as if nothing was missing") {
    Hall hall(2, 1);
    hall.run(5'000'000, 400'000);
    hall.bus.take_off(0);
    hall.run(300'000);
    hall.bus.put_back(0, false);
    hall.run(5'000'000);
    CHECK(hall.told[0].gone == 0);
    CHECK(hall.told[0].gaps == 1);
    CHECK((hall.told[0].squares == hall.bus.squares(0)));
    CHECK(hall.told[1].gaps == 0);
}

TEST_CASE("a board on a bus is not found, or one is found that is not there") {
    for (const auto seed : tests::seeds({4, 100})) {
        CAPTURE(seed);
        auto boards = Hall::addresses(12);
        DgtBus bus(boards, seed);
        bus.fails_percent = static_cast<unsigned>(seed % 2) * 2;
        bus.take_off(3);
        BusSearch search;
        SteadyUs now_us(5'000'000);
        search.opened(now_us);
        for (const auto begun_us = now_us; !search.is_over() && now_us - begun_us < 60'000'000;) {
            now_us += step_us;
            bus.received(search.take_bytes(), now_us.count());
            search.received(bus.advance_to(now_us.count()), now_us);
        }
        REQUIRE(search.is_over());
        auto found = search.found();
        std::ranges::sort(found);
        boards.erase(boards.begin() + 3);
        CHECK(found == boards);
    }
}
