// A chess clock at a board's jack, through driver, table and journal.

#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>

using namespace adoube;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

/// What a DGT 3000 writes; checksum by polynomial 07 over address and bytes.
wire::ClockSaid time_message(std::uint32_t next_seq, std::uint64_t time_us, int left_s, int right_s) {
    const auto bcd = [](int n) { return static_cast<std::uint8_t>(n / 10 << 4 | n % 10); };
    std::vector<std::uint8_t> bytes(22);
    bytes[0] = 0x10, bytes[1] = 24, bytes[2] = 4;
    const auto put = [&](std::size_t at, int s) {
        bytes[at] = bcd(s / 3600), bytes[at + 1] = bcd(s / 60 % 60), bytes[at + 2] = bcd(s % 60);
    };
    put(4, left_s), put(10, right_s);
    unsigned crc = 0;
    for (const auto byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x80 ? crc << 1 ^ 7 : crc << 1) & 0xff;
    }
    bytes.push_back(static_cast<std::uint8_t>(crc));
    wire::ClockSaid said{1, next_seq, time_us, {}};
    for (const auto byte : bytes) said.bytes.items[said.bytes.count++] = byte;
    return said;
}

/// A table whose clock runs on its own, as long as the hall does, and shows the time rounded down.
struct TableWithClock : tests::OneTable {
    int left_s = 5400, right_s = 5400; // White's, Black's
    bool runs = true, white = true;
    std::int64_t ms = 0;

    TableWithClock() { hands.step_ms = 50; }
    void begin() {
        hall.run(10);
        move("e2e4");
    }
    /// Half a second, then the clock tells.
    void tick() {
        for (int step = 0; step < 10; ++step) hall.step();
        ms += 500;
        if (!runs) return;
        if (ms % 1000 == 0) --(white ? left_s : right_s);
        say();
    }
    void say() {
        hall.receive(0, tests::frame_of(time_message(board.next_seq(), board.time_us, left_s, right_s)));
    }
    void think(int seconds) {
        for (int half = 0; half < 2 * seconds; ++half) tick();
    }
    void move(const char* uci) {
        hands.play(uci);
        (white ? left_s : right_s) += 30;
        white = !white;
        ms = 0;
    }
    std::vector<std::string> clock_lines() const {
        std::vector<std::string> lines;
        for (const auto& entry : hall.inputs())
            if (entry.line.find("\"clock\"") != std::string::npos) lines.push_back(entry.line);
        return lines;
    }
};

} // namespace

TEST_CASE("What a clock says is in the journal, as what the reckoned clock is corrected by and no more") {
    TableWithClock at;
    at.begin();
    const auto before = at.clock_lines().size();
    at.think(20);
    const auto lines = at.clock_lines();
    CHECK(lines.size() >= before + 19);
    CHECK(lines.size() <= before + 21);
    const auto new_lines = std::span(lines).subspan(before);
    CHECK(std::ranges::all_of(new_lines, [](const auto& line) { return line.contains("\"within\":"); }));
    CHECK(lines.back().find("\"running\":\"b\"") != std::string::npos);
    CHECK(at.hall.noted("clock") == 0);
}

TEST_CASE(
    "What a clock says ten times a second comes to the journal later than 100 ms after it was said new") {
    TableWithClock at;
    at.begin();
    at.think(3);
    at.hall.run(2);
    for (int second = 0; second < 30; ++second) {
        --at.right_s;
        for (int tenth = 0; tenth < 10; ++tenth) {
            const auto before = at.clock_lines().size();
            at.say();
            at.hall.step();
            if (tenth == 0) CHECK(at.clock_lines().size() == before + 1);
            at.hall.step();
        }
    }
}

TEST_CASE("A clock that falls silent is told within two seconds, and the game goes on") {
    TableWithClock at;
    at.begin();
    at.think(10);
    at.runs = false;
    at.think(1);
    CHECK(at.hall.noted("clock is silent") == 0);
    at.think(1);
    CHECK(at.hall.noted("clock is silent") == 1);
    at.move("e7e5");
    at.think(5);
    CHECK(at.hall.noted("clock is silent") == 1);
    CHECK(at.hall.moves() == "e4 e5");
    at.runs = true;
    at.think(1);
    CHECK(at.hall.noted("clock is heard again") == 1);
}

TEST_CASE("A clock that died while the daemon was down is not told") {
    TableWithClock at;
    at.begin();
    at.think(10);
    at.hall.kill();
    at.runs = false;
    at.think(1);
    CHECK(at.hall.noted("clock is silent") == 0);
    at.think(2);
    CHECK(at.hall.noted("clock is silent") == 1);
}

TEST_CASE("A clock is called silent by a daemon that was kept from its work") {
    TableWithClock at;
    at.begin();
    at.think(10);
    at.hall.step(2'000);
    at.right_s -= 2;
    at.hall.run(10);
    CHECK(at.hall.noted("clock is silent") == 0);
    at.runs = false;
    at.think(3);
    CHECK(at.hall.noted("clock is silent") == 1);
}

TEST_CASE("A clock that died between two games is not told") {
    TableWithClock at;
    at.begin();
    at.think(5);
    for (const char* uci : {"e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"}) at.move(uci);
    at.think(2);
    at.runs = false;
    record::Header next;
    next.time_control = "180+2";
    REQUIRE(at.hall.arm(1, "game-2", next).empty());
    at.hands.set_up();
    at.think(5);
    CHECK(at.hall.noted("clock is silent") == 0);
    at.white = true;
    at.move("e2e4");
    REQUIRE(at.hall.moves("game-2") == "e4");
    at.think(3);
    CHECK(at.hall.noted("clock is silent") == 1);
}

TEST_CASE("A board that is unplugged does not make its clock silent") {
    TableWithClock at;
    at.begin();
    at.think(5);
    at.hall.unplug(0);
    at.runs = false;
    at.think(10);
    CHECK(at.hall.noted("clock is silent") == 0);
}

TEST_CASE("A clock with other times is told, and the public sees the reckoned ones") {
    TableWithClock at, alone;
    alone.runs = false;
    at.left_s = at.right_s = 3600;
    const char* const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    for (auto* table : {&at, &alone}) {
        table->hall.run(10);
        for (const auto* move : moves) {
            table->move(move);
            table->think(5);
        }
    }
    CHECK(at.hall.noted("shows other times") == 1);
    const auto& shown = at.hall.game().moves;
    const auto& reckoned = alone.hall.game().moves;
    REQUIRE(shown.size() == 4);
    for (std::size_t ply = 0; ply < shown.size(); ++ply) CHECK(shown[ply].clock_ms == reckoned[ply].clock_ms);
}
