#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hall.hpp"

#include <algorithm>

using namespace adoube;
using round::Backlog;
using tests::frame_of;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

/// News makes at most two records, a boot's first two more.
constexpr std::size_t most_waiting = Backlog::most_records + 4;

/// Breaks the protocol on demand.
struct Flood {
    Hall& hall;
    std::size_t port;
    std::uint32_t boot = 100, seq = 0;

    void hello() {
        wire::Hello hello;
        hello.board_id = 0xF000 + port;
        hello.boot_id = boot;
        hello.next_seq = seq;
        hall.receive(port, frame_of(hello));
    }
    void events() {
        wire::Events batch;
        batch.boot_id = boot;
        batch.first_seq = seq;
        while (batch.push(tests::lift(seq))) ++seq;
        hall.receive(port, frame_of(batch));
    }
    void snapshot() { hall.receive(port, frame_of(wire::Snapshot{boot, seq, 0, tests::start_squares()})); }
    void gap() {
        wire::Gap gap;
        gap.boot_id = boot;
        gap.from_seq = seq;
        gap.to_seq = ++seq;
        hall.receive(port, frame_of(gap));
    }
    void start_anew() { ++boot, seq = 0; }
};

constexpr int tables = 200;

/// Every fifth table plays, the other boards flood.
struct FullHall : Hall {
    FullHall() : Hall(seats()) {
        for (std::size_t port = 0; port < tables; ++port) {
            boards[port].place(tests::start_squares());
            boards[port].mute = floods_at(port);
            plug(port, boards[port]);
            floods.push_back({*this, port});
            if (floods_at(port)) floods[port].hello();
        }
        run(5);
    }
    static std::vector<round::Round::Seat> seats() {
        std::vector<round::Round::Seat> all;
        for (int number = 1; number <= tables; ++number) all.push_back(seat(number));
        return all;
    }
    static std::vector<ScriptedBoard> made() {
        std::vector<ScriptedBoard> all;
        for (std::uint64_t id = 0; id < tables; ++id) all.emplace_back(1, 0, 0xA1 + id);
        return all;
    }
    static bool floods_at(std::size_t port) { return port % 5 != 0; }
    static std::string game_at(std::size_t port) { return "game-" + std::to_string(port + 1); }

    void flood(Flood& board) const {
        switch (board.port % 5) {
        case 1: return board.events();
        case 2: return board.snapshot();
        case 3: return board.start_anew(), board.hello(), board.snapshot(), board.events();
        case 4: return board.gap();
        default: return;
        }
    }
    void happen(const record::Input& input) {
        for (std::size_t port = 0; port < tables; port += 5) {
            auto event = tests::wire_event(input);
            event.time_us = boards[port].time_us;
            boards[port].happen(event);
        }
    }

    std::vector<ScriptedBoard> boards = made();
    std::vector<Flood> floods;
};

} // namespace

TEST_CASE_METHOD(FullHall, "a disk that is full for long while boards flood: what waits is bounded, "
                           "it is told, and then everything is there") {
    const auto sent = tests::SimpleHands(200).play(tests::moves_of(tests::short_game));
    disk_works = false;
    const auto seconds = static_cast<std::size_t>(std::max(900, tests::many({3600, 3600})));
    REQUIRE(3 * sent.size() < seconds);
    for (std::size_t second = 0; second < seconds; ++second) {
        if (second % 3 == 0 && second / 3 < sent.size()) happen(sent[second / 3]);
        for (auto& board : floods) flood(board);
        step(1000);
        if (second % 60 == 0)
            for (const auto& [game, inputs] : all_waiting()) REQUIRE(inputs <= most_waiting);
    }
    const auto waits = all_waiting();
    for (std::size_t port = 0; port < tables; ++port) {
        INFO("board " << port + 1);
        if (!floods_at(port)) {
            CHECK(waits.at(game_at(port)) == sent.size() + 1); // and the clock start
        } else {
            CHECK(waits.at(game_at(port)) >= Backlog::most_records / 2);
            CHECK(noted("board " + std::to_string(port + 1) + ": its inputs wait") == 1);
            CHECK(say(static_cast<int>(port + 1), record::Pause{})
                      .starts_with("too much waits for the journal"));
        }
    }
    CHECK(noted("inputs wait for the journal") == tables * 4 / 5);

    disk_works = true;
    run(40);
    for (std::size_t port = 0; port < tables; port += 5) {
        INFO("board " << port + 1);
        CHECK(moves(game_at(port)) == tests::short_game);
        CHECK(boards[port].oldest_seq() == boards[port].next_seq());
    }
    CHECK(noted("inputs are taken again") == tables * 4 / 5);
}

TEST_CASE("what there was no room for comes from the board as soon as there is, every event once") {
    Hall hall({seat(1)});
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    hall.plug(0, board);
    hall.run(5);
    hall.disk_works = false;
    for (int n = 0; n < 3'000; ++n) board.happen();
    hall.run(100);
    CHECK(hall.waiting() <= most_waiting);
    CHECK(hall.waiting() >= Backlog::most_records - 4);
    CHECK(board.oldest_seq() == 0);
    hall.disk_works = true;
    hall.run(400);
    CHECK(board.oldest_seq() == 3'000);
    std::uint32_t next = 0;
    for (const auto& entry : hall.inputs())
        if (entry.origin && entry.origin->sequence) REQUIRE(*entry.origin->sequence == next++);
    CHECK(next == 3'000);
}

TEST_CASE("long words of an arbiter are bounded by their bytes") {
    Backlog backlog;
    const auto bytes =
        Backlog::bytes_of(journal::Append{"g", {std::string(16 * 1024, 'x'), std::nullopt, UtcMs(0)}});
    int words = 0;
    for (; !backlog.full(); ++words) backlog.put(bytes);
    CHECK(words * 32 * 1024 <= static_cast<int>(Backlog::most_bytes) + 34 * 1024);
    CHECK(backlog.room() == 0);
    for (; words > 0; --words) backlog.confirm(bytes);
    CHECK(!backlog.full());
    CHECK(backlog.room() == Backlog::most_records);
}

TEST_CASE("a board that starts anew without end is known by its last starts alone") {
    Hall hall({seat(1)});
    ScriptedBoard mute(1, 0, 0xA1);
    mute.mute = true;
    hall.plug(0, mute);
    Flood flood{hall, 0};
    for (std::size_t start = 0; start < 3 * round::Table::most_boots; ++start) {
        flood.start_anew();
        flood.hello();
        flood.events();
        hall.step(2'000);
    }
    const auto inputs = hall.inputs();
    flood.seq = 0; // a known boot: nothing is taken twice
    flood.hello();
    flood.events();
    hall.step();
    CHECK(hall.inputs() == inputs);
    flood.boot = 101; // a forgotten boot: the journal refuses it
    flood.seq = 0;
    flood.hello();
    flood.events();
    hall.step();
    CHECK(hall.noted("was in the journal already") > 0);
    std::set<std::pair<std::uint32_t, std::uint32_t>> origins;
    for (const auto& entry : hall.inputs())
        if (entry.origin && entry.origin->sequence)
            CHECK(origins.emplace(entry.origin->boot_id, *entry.origin->sequence).second);
}

TEST_CASE("a disk on which each write takes two seconds loses nothing, holds up no board, and is told once") {
    const auto sent = tests::SimpleHands(200).play(tests::moves_of(tests::short_game));
    Hall hall({seat(1), seat(2)});
    std::vector<ScriptedBoard> boards{ScriptedBoard(1, 0, 0xA1), ScriptedBoard(1, 0, 0xA2)};
    for (std::size_t port : {0, 1}) {
        boards[port].place(tests::start_squares());
        hall.plug(port, boards[port]);
    }
    hall.disk_works = false;
    std::size_t next = 0;
    for (int step = 1; next < sent.size() || step % 40 != 1; ++step) {
        if (step % 4 == 0 && next < sent.size()) {
            for (auto& board : boards) {
                auto event = tests::wire_event(sent[next]);
                event.time_us = board.time_us;
                board.happen(event);
            }
            ++next;
            const auto before = hall.waiting("game-2");
            hall.step();
            CHECK(hall.waiting("game-2") > before); // taken in at once
        } else {
            hall.step();
        }
        if (step % 40 == 0) hall.sync();
    }
    hall.disk_works = true;
    hall.run(40);
    for (const auto* id : {"game-1", "game-2"}) CHECK(hall.moves(id) == tests::short_game);
    for (const auto& board : boards) CHECK(board.oldest_seq() == board.next_seq());
    CHECK(hall.noted("the record is kept slowly") == 1);
}
