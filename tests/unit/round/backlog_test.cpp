// A disk that is full for long, and boards that flood: what waits is bounded, and afterwards everything is
// there.

#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using round::Backlog;
using tests::frame_of;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

/// A news makes two records at most, and the first of a start of a board two more.
constexpr std::size_t most_waiting = Backlog::most_records + 4;

/// Does what no board may do, as often as it is asked.
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

struct FiveTables : Hall {
    FiveTables() : Hall({seat(1), seat(2), seat(3), seat(4), seat(5)}) {
        boards[0].place(tests::start_squares());
        for (std::size_t port = 0; port < 5; ++port) plug(port, boards[port]);
        for (std::size_t port = 1; port < 5; ++port) {
            boards[port].mute = true;
            floods[port - 1].hello();
        }
        run(5);
    }
    void flood() {
        floods[0].events();
        floods[1].snapshot();
        floods[2].start_anew(), floods[2].hello(), floods[2].snapshot(), floods[2].events();
        floods[3].gap();
    }
    void check_bounded() const {
        for (int table = 1; table <= 5; ++table)
            REQUIRE(waiting("game-" + std::to_string(table)) <= most_waiting);
    }

    std::vector<ScriptedBoard> boards{5, ScriptedBoard(1, 0, 0xA1)}; // four of them are floods
    Flood floods[4]{{*this, 1}, {*this, 2}, {*this, 3}, {*this, 4}};
};

} // namespace

TEST_CASE_METHOD(FiveTables, "a disk that is full for an hour while boards flood: what waits is bounded, "
                             "it is told, and then everything is there") {
    const auto sent = tests::SimpleHands(200).play(tests::moves_of(tests::short_game));
    disk_works = false;
    for (std::size_t at = 0; at < 36'000; ++at) {
        if (at % 100 == 0 && at / 100 < sent.size()) {
            auto event = tests::wire_event(sent[at / 100]);
            event.time_us = boards[0].time_us;
            boards[0].happen(event);
        }
        flood();
        step(100);
        if (at % 100 == 0) check_bounded();
    }
    CHECK(waiting("game-1") == sent.size() + 1); // and the clock that is started
    for (int table = 2; table <= 5; ++table) {
        INFO("board " << table);
        CHECK(waiting("game-" + std::to_string(table)) >= Backlog::most_records / 2);
        CHECK(noted("board " + std::to_string(table) + ": its inputs wait") == 1);
        CHECK(say(table, umpire::Pause{}).starts_with("too much waits for the journal"));
    }
    CHECK(noted("inputs wait for the journal") == 4);

    disk_works = true;
    run(40);
    CHECK(moves() == tests::short_game);
    CHECK(boards[0].oldest_seq() == boards[0].next_seq());
    CHECK(noted("inputs are taken again") == 4);
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
        Backlog::bytes_of(journal::Append{"g", {std::string(16 * 1024, 'x'), std::nullopt, 0}});
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
        hall.step();
    }
    const auto inputs = hall.inputs();
    flood.seq = 0; // a start that is known: nothing of it is taken twice
    flood.hello();
    flood.events();
    hall.step();
    CHECK(hall.inputs() == inputs);
    flood.boot = 101; // one that is forgotten: the journal refuses it
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
            CHECK(hall.waiting("game-2") > before); // it is taken in at once
        } else {
            hall.step();
        }
        if (step % 40 == 0) hall.sync();
    }
    hall.disk_works = true;
    hall.run(40);
    for (const auto* id : {"game-1", "game-2"}) CHECK(hall.moves(id) == tests::short_game);
    for (const auto& board : boards) CHECK(board.oldest_seq() == board.next_seq());
    CHECK(hall.noted("the journal's disk is slow") == 1);
}
