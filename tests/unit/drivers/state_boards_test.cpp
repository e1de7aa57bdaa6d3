// Boards that tell states alone, with all their noise: what is told is what stands, each change once.

#include "tests/tier.hpp"
#include "tests/unit/drivers/listener.hpp"
#include "tools/makers/virtual_certabo_board.hpp"
#include "tools/makers/virtual_chessnut_board.hpp"
#include "tools/makers/virtual_millennium_board.hpp"

#include <memory>
#include <random>

using namespace adoube;
using drivers::Maker;
using tests::Listener;
using tools::makers::Noise;
using tools::makers::ScanningBoard;

namespace {

namespace makers = tools::makers;

struct Kind {
    const char* name;
    Maker maker;
    wire::Sensing sensing;
    std::uint64_t rests_us; // what stands for so long is told
    std::unique_ptr<ScanningBoard> (*make)(Noise);
};

template<class Board, class Options>
std::unique_ptr<ScanningBoard> made(Noise noise) {
    return std::make_unique<Board>(Options{.noise = noise});
}

const Kind kinds[] = {
    {"Millennium", Maker::millennium, wire::Sensing::identity, 500'000,
     made<makers::VirtualMillenniumBoard, makers::MillenniumOptions>},
    {"Millennium that waits to be asked", Maker::millennium, wire::Sensing::identity, 1'000'000,
     [](Noise noise) -> std::unique_ptr<ScanningBoard> {
         return std::make_unique<makers::VirtualMillenniumBoard>(
             makers::MillenniumOptions{.noise = noise, .reports_every_scan = false});
     }},
    {"Millennium without parity bits", Maker::millennium, wire::Sensing::identity, 500'000,
     [](Noise noise) -> std::unique_ptr<ScanningBoard> {
         return std::make_unique<makers::VirtualMillenniumBoard>(
             makers::MillenniumOptions{.noise = noise, .plain = true});
     }},
    {"Chessnut", Maker::chessnut, wire::Sensing::identity, 800'000,
     made<makers::VirtualChessnutBoard, makers::ChessnutOptions>},
    {"Chessnut that tells changes alone", Maker::chessnut, wire::Sensing::identity, 1'500'000,
     [](Noise noise) -> std::unique_ptr<ScanningBoard> {
         return std::make_unique<makers::VirtualChessnutBoard>(
             makers::ChessnutOptions{.noise = noise, .repeats = false});
     }},
    {"Chessnut with short reports", Maker::chessnut, wire::Sensing::identity, 800'000,
     [](Noise noise) -> std::unique_ptr<ScanningBoard> {
         return std::make_unique<makers::VirtualChessnutBoard>(
             makers::ChessnutOptions{.noise = noise, .short_reports = true});
     }},
    {"Certabo", Maker::certabo, wire::Sensing::identity, 3'000'000,
     made<makers::VirtualCertaboBoard, makers::CertaboOptions>},
    {"Sentio", Maker::certabo, wire::Sensing::presence, 1'200'000,
     made<makers::VirtualSentioBoard, makers::CertaboOptions>},
};

/// A driver, a board, and hands that put anything anywhere.
struct Bench {
    const Kind& kind;
    std::unique_ptr<ScanningBoard> board;
    std::unique_ptr<drivers::Driver> driver = drivers::make_driver(kind.maker, "P1");
    Listener listener{*driver};
    makers::Pieces pieces;
    std::vector<chess::Piece> aside;
    wire::Squares stands;
    std::uint64_t t_us = 5'000'000;
    std::mt19937_64 random;

    Bench(const Kind& of, Noise noise) : kind(of), board(of.make(noise)), random(noise.seed) {
        const auto start = chess::Position::start();
        for (unsigned at = 0; at < 64; ++at)
            if (const auto piece = start.at(static_cast<chess::Square>(at))) set(at, piece);
    }
    std::uint64_t pick(std::uint64_t below) { return random() % below; }
    void open() { driver->opened(SteadyUs(t_us)); }
    void set(unsigned square, const std::optional<chess::Piece>& piece) {
        pieces[square] = piece;
        const auto content = piece ? wire::content_from_char(chess::to_char(*piece)) : wire::Content::empty;
        stands.set(square, wire::seen_by(kind.sensing, content));
    }
    void put(unsigned square, std::optional<chess::Piece> piece) {
        set(square, piece);
        board->stand(static_cast<chess::Square>(square), piece);
    }
    /// Lifts what stands there, or puts down what was lifted; else lifts from another square.
    void touch(unsigned square) {
        while (aside.empty() && !pieces[square]) square = (square + 1) % 64;
        if (pieces[square]) {
            aside.push_back(*pieces[square]);
            return put(square, std::nullopt);
        }
        std::swap(aside[pick(aside.size())], aside.back());
        put(square, aside.back());
        aside.pop_back();
    }
    void run(std::uint64_t us) {
        for (const auto until_us = t_us + us; t_us < until_us;) {
            t_us += 20'000;
            driver->tick(SteadyUs(t_us));
            board->received(driver->take_bytes());
            if (const auto said = board->advance_to(t_us); !said.empty())
                driver->received(said, SteadyUs(t_us));
            listener.take();
        }
    }
};

} // namespace

TEST_CASE(
    "what a board that tells states alone is said to hold is not what stands, or a change is told twice") {
    for (const auto& kind : kinds) {
        std::size_t losses = 0;
        for (const auto seed : tests::seeds({4, 200})) {
            CAPTURE(kind.name, seed);
            // What comes over USB is whole and as it was sent (USB 2.0, chapter 8.3.5: CRC16).
            const bool is_usb = drivers::boards_of(kind.maker).hid_vendor != 0;
            Bench bench(kind, {.seed = seed, .damage = is_usb ? 0 : Noise().damage});
            bench.open();
            bench.run(8'000'000);
            if (bench.board->has_flickered_twice) continue;
            REQUIRE(bench.listener.told_squares());
            REQUIRE(bench.listener.squares() == bench.stands);
            std::size_t changes = 0;
            for (int n = 0; n < 100; ++n, ++changes) {
                bench.touch(static_cast<unsigned>(bench.pick(64)));
                bench.run(2 * kind.rests_us);
                // After a pause between good states, something may be missing, and is told as such.
                if (bench.board->has_flickered_twice || bench.listener.losses > 0) break;
                REQUIRE(bench.listener.squares() == bench.stands);
                REQUIRE(bench.listener.events.size() == changes + 1);
            }
            losses += bench.listener.losses;
            CHECK(bench.driver->counts().silences == 0);
        }
        CHECK(losses <= tests::seeds({4, 200}).size() / 20);
    }
}

TEST_CASE(
    "after quick hands, cables that are out and full disks, a board that tells states alone is said to hold "
    "what does not stand there") {
    for (const auto& kind : kinds) {
        std::size_t losses = 0;
        for (const auto seed : tests::seeds({4, 200})) {
            CAPTURE(kind.name, seed);
            Bench bench(kind, {.seed = seed, .flicker = 0.001, .damage = 0.05});
            bench.open();
            bench.run(12'000'000);
            for (int n = 0; n < 300; ++n) {
                if (bench.pick(40) == 0) {
                    bench.driver->closed();
                    bench.board->unplugged();
                    bench.t_us += bench.pick(5'000'000);
                    (void)bench.board->advance_to(bench.t_us);
                    bench.open();
                }
                if (bench.pick(10) == 0) bench.driver->give_room(bench.pick(4));
                bench.touch(static_cast<unsigned>(bench.pick(64)));
                bench.run(bench.pick(400'000));
            }
            bench.driver->give_room(1'000);
            bench.run(8'000'000);
            REQUIRE(bench.listener.told_squares());
            // A square may flicker just now.
            for (int n = 0; n < 50 && bench.listener.squares() != bench.stands; ++n) bench.run(100'000);
            CHECK(bench.listener.squares() == bench.stands);
            losses += bench.listener.losses;
            CHECK(bench.driver->counts().bad_frames > 0);
        }
        CHECK(losses > 0);
    }
}

TEST_CASE("a board that tells states alone and says nothing more is waited for in silence") {
    for (const auto& kind : kinds) {
        CAPTURE(kind.name);
        Bench bench(kind, {.flicker = 0, .damage = 0});
        bench.open();
        bench.run(8'000'000);
        REQUIRE(bench.listener.told_squares());
        bench.board->mute = true;
        bench.run(4'000'000);
        CHECK(bench.listener.silences == 1);
    }
}

TEST_CASE("two boards that tell states alone have one id, or one has another after a restart") {
    for (const auto& kind : kinds) {
        std::vector<std::uint64_t> ids;
        for (const auto* port : {"serial:/dev/ttyUSB0", "serial:/dev/ttyUSB1", "serial:/dev/ttyUSB0"}) {
            Bench bench(kind, {});
            bench.driver = drivers::make_driver(kind.maker, port);
            Listener listener(*bench.driver);
            bench.open();
            for (int n = 0; n < 400 && listener.arrivals.empty(); ++n) {
                bench.t_us += 20'000;
                bench.driver->tick(SteadyUs(bench.t_us));
                bench.board->received(bench.driver->take_bytes());
                bench.driver->received(bench.board->advance_to(bench.t_us), SteadyUs(bench.t_us));
                listener.take();
            }
            REQUIRE(!listener.arrivals.empty());
            CHECK(listener.arrivals[0].hello.sensing == kind.sensing);
            ids.push_back(listener.arrivals[0].hello.board_id);
        }
        CHECK(ids[0] != ids[1]);
        CHECK(ids[0] == ids[2]);
    }
}

TEST_CASE("a Millennium board's settings are written, or its scan is not read from them") {
    makers::VirtualMillenniumBoard board({});
    const auto driver = drivers::make_driver(Maker::millennium, "P1");
    Listener listener(*driver);
    driver->opened(SteadyUs(0));
    for (std::uint64_t t_us = 0; t_us < 60'000'000; t_us += 20'000) {
        driver->tick(SteadyUs(t_us));
        board.received(driver->take_bytes());
        if (const auto said = board.advance_to(t_us); !said.empty()) driver->received(said, SteadyUs(t_us));
        listener.take();
    }
    CHECK(board.settings_written() == 0);
    REQUIRE(!listener.arrivals.empty());
    CHECK(listener.arrivals.back().scan_ms == 123);
    CHECK(listener.arrivals.back().hello.firmware_major == 1);
    CHECK(listener.arrivals.back().hello.firmware_minor == 3);
}

TEST_CASE("a Chessnut board's battery is not told, its lights are left on, or its stored games are deleted") {
    makers::VirtualChessnutBoard board({.battery_percent = 17, .charging = true});
    const auto driver = drivers::make_driver(Maker::chessnut, "P1");
    Listener listener(*driver);
    driver->opened(SteadyUs(1'000'000));
    std::uint64_t last_us = 0;
    for (std::uint64_t t_us = 1'000'000; t_us < 200'000'000; t_us += 20'000) {
        driver->tick(SteadyUs(t_us));
        if (const auto command = driver->take_bytes(); !command.empty()) {
            CHECK(t_us - last_us >= 200'000);
            CHECK(command[1] + 2U == command.size()); // one alone
            last_us = t_us;
            board.received(command);
        }
        if (const auto said = board.advance_to(t_us); !said.empty()) driver->received(said, SteadyUs(t_us));
        listener.take();
    }
    REQUIRE(listener.batteries.size() >= 3);
    CHECK(listener.batteries.back().percent == 17);
    CHECK(listener.batteries.back().charging);
    CHECK(board.deletions() == 0);
    CHECK(board.lights_set() == 1);
}
