// Any bytes on a bus of DGT boards: whatever comes, the bus is asked on, and what is told of a board is whole
// messages that a single board could have sent.
//
// The first byte says how many boards are followed; each pair behind it is a byte of the line and how long it
// came after the one before.

#include "daemon/drivers/dgt/bus_line.hpp"
#include "daemon/drivers/dgt/bus_search.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube;
using namespace adoube::drivers::dgt;
using fuzz::promise;

namespace {

constexpr std::uint64_t unit_us = 1'000;

struct Followed {
    BusLine line{"01025"};
    Decoder decoder;
    bool has_squares = false;

    void hear(const BusNews& news, SteadyUs now_us) {
        const bool was_cut = line.is_cut();
        line.hear(news, now_us);
        const auto bytes = line.take_bytes();
        promise(!was_cut || bytes.empty(), "a line that was cut says nothing");
        for (const auto& message : decoder.feed(bytes))
            promise(message.has_value(), "the driver can read the line");
        promise(!decoder.in_message(), "messages are whole");
        if (std::holds_alternative<FieldUpdate>(news.what))
            promise(has_squares, "a change comes after the squares");
        has_squares = has_squares || std::holds_alternative<BusSquares>(news.what);
    }
};

void follow(std::span<const std::uint8_t> bytes, std::size_t count) {
    BusSession session;
    std::vector<Followed> boards(count);
    for (std::size_t at = 0; at < count; ++at) session.add(static_cast<BusAddress>(at + 1));
    for (auto& board : boards) board.line.received(std::array<std::uint8_t, 3>{0x43, 0x42, 0x41}, SteadyUs());
    SteadyUs now_us(1'000'000);
    session.opened(now_us);
    const auto tell = [&] {
        for (const auto& news : session.take_news()) {
            promise(news.board < count, "news are of a board that was added");
            boards[news.board].hear(news, now_us);
        }
    };
    for (; bytes.size() >= 2; bytes = bytes.subspan(2)) {
        now_us += bytes[1] * unit_us;
        session.received(bytes.first(1), now_us);
        tell();
        session.tick(now_us);
        tell();
        (void)session.take_bytes();
    }
    (void)session.take_bytes();
    now_us += 2 * BusSession::longest_answer_us;
    session.tick(now_us);
    promise(session.take_bytes().size() == 4, "after a silence one board is asked");
}

void search(std::span<const std::uint8_t> bytes) {
    BusSearch search;
    SteadyUs now_us(1'000'000);
    search.opened(now_us);
    search.received(bytes, now_us);
    for (int rounds = 0; !search.is_over(); ++rounds) {
        promise(rounds < 100'000, "a search ends");
        now_us += BusSearch::silence_us;
        search.tick(now_us);
        (void)search.take_bytes();
    }
    promise(search.found().size() <= bytes.size() / 6, "each board that is found has answered");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    follow(std::span(data, size).subspan(1), 1 + data[0] % 12);
    search(std::span(data, size));
    return 0;
}
