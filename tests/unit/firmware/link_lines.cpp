// A board on three lines, hosts on some.

#include "firmware/core/link_lines.hpp"
#include "firmware/core/board.hpp"
#include "tests/catch.hpp"
#include "tests/unit/firmware/reference_host.hpp"

#include <deque>
#include <memory>
#include <utility>

using namespace adoube::firmware;
namespace wire = adoube::wire;

namespace {

constexpr std::uint64_t ms = 1'000;

struct FakeLine {
    std::deque<std::uint8_t> to_board;
    std::vector<std::uint8_t> to_host;
    bool somebody_reads = true;
    bool ended = false;

    std::size_t receive(std::span<std::uint8_t> room) {
        std::size_t length = 0;
        for (; length < room.size() && !to_board.empty(); to_board.pop_front())
            room[length++] = to_board.front();
        return length;
    }
    bool can_send() const { return to_host.empty(); }
    void send(std::span<const std::uint8_t> frame) { to_host.assign(frame.begin(), frame.end()); }
    bool sent() const { return to_host.empty(); }
    bool take_ended() { return std::exchange(ended, false); }
};

struct World {
    FakeLine cdc, vendor, uart;
    LinkLines<FakeLine, FakeLine, FakeLine> lines{cdc, vendor, uart};
    NoHardware hardware;
    Board<256> board{{.board_id = 1, .boot_id = 2}, hardware};
    std::unique_ptr<ReferenceHost> hosts[3];
    std::uint64_t now_us = 0;
    Scan scan;

    World() { run(10); }
    FakeLine& line(unsigned number) { return number == 0 ? cdc : number == 1 ? vendor : uart; }
    ReferenceHost& plug(unsigned number) { return *(hosts[number] = std::make_unique<ReferenceHost>()); }
    void unplug(unsigned number) {
        hosts[number].reset();
        line(number).to_board.clear();
        line(number).to_host.clear();
        line(number).ended = true;
    }
    void run(unsigned duration_ms) {
        for (; duration_ms > 0; --duration_ms, now_us += ms) {
            board.scan(scan, now_us);
            for (unsigned number = 0; number < 3; ++number)
                if (hosts[number]) exchange(line(number), *hosts[number]);
            while (lines.serve(board, now_us)) {
            }
        }
    }
    /// A confirmed lift or drop.
    void touch(unsigned square) {
        scan.squares.planes[3] ^= std::uint64_t{1} << square;
        run(20);
    }

  private:
    void exchange(FakeLine& line, ReferenceHost& host) {
        for (const std::uint8_t byte : host.transmit(now_us)) line.to_board.push_back(byte);
        if (!line.somebody_reads) return;
        host.receive(line.to_host, now_us);
        line.to_host.clear();
        host.sync();
    }
};

std::size_t events(const ReferenceHost& host) {
    std::size_t count = 0;
    for (const auto& entry : host.durable) count += std::holds_alternative<ReferenceHost::Numbered>(entry);
    return count;
}

} // namespace

TEST_CASE("a host on any line gets every event, on that line alone") {
    for (unsigned number = 0; number < 3; ++number) {
        INFO("line " << number);
        World world;
        auto& host = world.plug(number);
        world.run(100);
        for (unsigned square = 0; square < 64; ++square) world.touch(square);
        world.run(100);
        CHECK(events(host) == 64);
        CHECK(world.lines.line() == number);
        for (unsigned other = 0; other < 2; ++other)
            if (other != number) CHECK(world.line(other).to_host.empty());
    }
}

TEST_CASE("a second host on another line waits until the first is unplugged") {
    World world;
    auto& first = world.plug(0);
    world.run(100);
    auto& second = world.plug(1);
    for (unsigned square = 0; square < 10; ++square) world.touch(square);
    world.run(6'000);
    CHECK(events(first) == 10);
    CHECK(second.durable.empty());

    world.unplug(0);
    world.run(1'100); // it asks every second
    CHECK(world.lines.line() == 1);
    world.touch(20);
    world.run(100);
    CHECK(events(second) == 1); // the others were acknowledged
}

TEST_CASE("a host that goes without a word gives the link up after its silence, and nothing is lost") {
    World world;
    auto& first = world.plug(0);
    world.run(100);
    world.touch(1);
    world.cdc.somebody_reads = false;
    for (unsigned square = 2; square < 12; ++square) world.touch(square);
    CHECK(events(first) == 1);
    world.hosts[0].reset();
    auto& second = world.plug(1);
    world.run(4'000);
    CHECK(world.lines.line() == 0);
    world.run(3'000);
    CHECK(world.lines.line() == 1);
    CHECK(events(second) == 10);
}

TEST_CASE("noise on one line does not disturb the stream on another") {
    World world;
    auto& host = world.plug(1);
    world.run(1);
    for (unsigned square = 0; square < 64; ++square) {
        for (unsigned n = 0; n < 100; ++n) world.uart.to_board.push_back(static_cast<std::uint8_t>(n * 37));
        world.cdc.to_board.push_back('A');
        world.cdc.to_board.push_back('T');
        world.touch(square);
    }
    world.run(100);
    CHECK(events(host) == 64);
    CHECK(world.board.link().heard_us() != 0);
}
