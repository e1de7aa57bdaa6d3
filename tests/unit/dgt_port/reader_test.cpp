// A program written apart, under all that it may do and that may happen at the board.

#include "daemon/dgt_port/port.hpp"
#include "squares.hpp"
#include "tests/catch.hpp"
#include "tests/dgt_reader.hpp"
#include "tests/tier.hpp"

using namespace adoube;
using dgt_port::Port;
using tests::DgtReader;

namespace {

using Random = std::mt19937_64;

const std::vector<dgt_port::Identity> one_board{{"00007", "Club board"}};

/// Lifts, drops, moves and sets up at random.
dgt_port::Squares touched(dgt_port::Squares squares, Random& random) {
    auto &one = squares[random() % 64], &other = squares[random() % 64];
    switch (random() % 8) {
    case 0: one = chess::piece_from_char("pnbrqkPNBRQK"[random() % 12]); break;
    case 1: one.reset(); break;
    case 2: return tests::squares_of(chess::Position::start());
    case 3: std::swap(one, other); break;
    default:
        if (&one != &other) other = std::exchange(one, std::nullopt);
    }
    return squares;
}

dgt_port::Clocks clocks(Random& random) {
    const auto side = static_cast<chess::Side>(random() % 2);
    return {static_cast<int>(random() % 4000), static_cast<int>(random() % 4000),
            random() % 2 ? std::optional(side) : std::nullopt, side};
}

/// Whole commands for a single board, which do not end updates.
std::vector<std::uint8_t> command(Random& random) {
    constexpr std::uint8_t harmless[] = {0x41, 0x42, 0x43, 0x44, 0x45, 0x46,
                                         0x47, 0x49, 0x4b, 0x4c, 0x4d, 0x55};
    if (random() % 4 == 0) return {0x2b, 3, 3, static_cast<std::uint8_t>(random() % 16), 0};
    if (random() % 8 == 0) return {0x60, 4, 1, 2, 3, 0};
    return {harmless[random() % std::size(harmless)]};
}

} // namespace

TEST_CASE("a program that follows dump and updates has another board than ours at some moment") {
    for (const auto seed : tests::seeds({50, 3000})) {
        Random random(seed);
        Port port(one_board);
        auto squares = tests::squares_of(chess::Position::start());
        SteadyUs now_us{1};
        port.stand(0, squares, now_us);
        DgtReader reader;
        const auto read = [&] { reader.feed(port.take(1 + random() % 200)); };
        port.received(std::vector<std::uint8_t>{0x42, 0x44}, now_us);
        for (int step = 0; step < 300; ++step) {
            now_us += random() % 400'000;
            switch (random() % 5) {
            case 0: port.received(command(random), now_us); break;
            case 1: port.show(0, clocks(random), now_us); break;
            case 2: port.tick(now_us); break;
            default: port.stand(0, squares = touched(squares, random), now_us);
            }
            if (random() % 3 == 0) read();
            if (random() % 10) continue;
            while (port.has_bytes()) read();
            REQUIRE(reader.placement() == tests::placement_of(squares));
        }
        for (const auto& complaint : reader.complaints) FAIL(complaint);
        CHECK(reader.updates > 100);
        CHECK(port.dropped() == 0);
    }
}

TEST_CASE("garbage, half commands or long sleep leave a program with another board than ours") {
    for (const auto seed : tests::seeds({50, 3000})) {
        Random random(seed);
        Port port(one_board);
        auto squares = tests::squares_of(chess::Position::start());
        SteadyUs now_us{1};
        port.stand(0, squares, now_us);
        for (int step = 0; step < 40; ++step) {
            std::vector<std::uint8_t> bytes(random() % 40);
            for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
            port.received(bytes, now_us += random() % 2'000'000);
            port.stand(0, squares = touched(squares, random), now_us);
            if (random() % 2) port.take(random() % 500);
            if (random() % 4 == 0) port.program_left();
        }
        port.take(1 << 20);
        now_us += dgt_port::CommandReader::longest_pause_us + 1;
        port.received(std::vector<std::uint8_t>{0x40, 0x42, 0x44}, now_us);
        DgtReader reader;
        while (port.has_bytes()) reader.feed(port.take(100));
        CHECK(reader.placement() == tests::placement_of(squares));
        port.stand(0, squares = touched(squares, random), now_us);
        reader.feed(port.take(1000));
        CHECK(reader.placement() == tests::placement_of(squares));
    }
}

TEST_CASE("a program that sleeps through more than there is room for has another board once it reads") {
    for (const auto seed : tests::seeds({5, 100})) {
        Random random(seed);
        Port port(one_board);
        auto squares = tests::squares_of(chess::Position::start());
        port.stand(0, squares, SteadyUs(1));
        DgtReader reader;
        port.received(std::vector<std::uint8_t>{0x42, 0x43}, SteadyUs(1));
        reader.feed(port.take(100));
        for (int sleep = 0; sleep < 4; ++sleep) {
            for (int step = 0; step < 10'000; ++step)
                port.stand(0, squares = touched(squares, random), SteadyUs(2));
            while (port.has_bytes()) reader.feed(port.take(100));
            CHECK(reader.placement() == tests::placement_of(squares));
        }
        CHECK(port.dropped() > 1000);
        for (const auto& complaint : reader.complaints) FAIL(complaint);
    }
}
