#include "daemon/round/round.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr const char* opening = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4";

/// Plays at the board's pace, events coming as time passes.
void play(Hall& hall, ScriptedBoard& board, const std::string& moves) {
    const auto start_ms = static_cast<std::int64_t>(board.time_us / 1000);
    for (auto input : tests::SimpleHands().play(tests::moves_of(moves))) {
        input.t_ms += start_ms;
        while (GameMs(static_cast<std::int64_t>(board.time_us / 1000)) < input.t_ms) hall.step();
        board.happen(tests::wire_event(input));
    }
    hall.run(30);
}

ScriptedBoard board_at_start(std::uint32_t boot = 1, std::uint64_t id = 0xA1) {
    ScriptedBoard board(boot, 0, id);
    board.place(tests::start_squares());
    return board;
}

} // namespace

TEST_CASE("a game comes from the board to the public, every move, and the journal replays to the same") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    CHECK(hall.game().tags["White"] == "W1"); // before any board
    hall.plug(0, board);
    play(hall, board, tests::short_game);
    CHECK(hall.moves() == tests::short_game);
    CHECK(hall.game().result == chess::Result::white_wins);
    CHECK(tests::replayed(hall).game.position() == hall.game().position);
    CHECK(board.oldest_seq() == board.next_seq());
    std::uint32_t next = 0;
    GameMs t_ms;
    for (const auto& entry : hall.inputs()) {
        const auto input = record::parse_input(entry.line, record::Sensing::presence).value();
        CHECK(input.t_ms >= t_ms);
        t_ms = input.t_ms;
        if (entry.origin && entry.origin->sequence) CHECK(*entry.origin->sequence == next++);
    }
    CHECK(next == board.next_seq());
    const auto closings = [&] {
        return std::ranges::count_if(
            hall.disk, [](const auto& r) { return std::holds_alternative<journal::CloseGame>(r); });
    };
    CHECK(closings() == 0); // not at once
    hall.run(200);
    CHECK(closings() == 1);
    CHECK(hall.game().tags["Date"] == "2027.01.15"); // the first event's, as nobody set it
    hall.kill();
    CHECK(hall.game().tags["Date"] == "2027.01.15");
    CHECK(hall.moves() == tests::short_game);
    hall.run(300);
    CHECK(closings() == 1); // nor again after a start
}

TEST_CASE("a mate that was only slid through is shown as the end") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "f3 e5 g4");
    const auto happen = [&](GameMs t_ms, record::What what) {
        board.happen(tests::wire_event({t_ms, what}));
    };
    const GameMs t_ms(static_cast<std::int64_t>(board.time_us / 1000));
    happen(t_ms, record::Lift{*chess::square_from("d8"), {}});
    happen(t_ms + 200, record::Drop{*chess::square_from("h4"), {}});
    hall.step(250);
    board.mute = true; // slow link: the host sees the queen there
    hall.run(20);
    CHECK(hall.view(0).game.moves.size() == 4);
    CHECK(hall.moves() == "f3 e5 g4"); // not shown until the board is heard
    board.mute = false;
    happen(t_ms + 300, record::Lift{*chess::square_from("h4"), {}});
    happen(t_ms + 500, record::Drop{*chess::square_from("g5"), {}});
    happen(t_ms + 900, record::Press{chess::Side::black});
    hall.run(40);
    CHECK(hall.moves() == "f3 e5 g4 Qg5");
    CHECK(hall.game().result == chess::Result::open);
    happen(t_ms + 5'000, record::Lift{*chess::square_from("e2"), {}});
    happen(t_ms + 5'500, record::Drop{*chess::square_from("e4"), {}});
    hall.run(200);
    CHECK(hall.moves() == "f3 e5 g4 Qg5");
    CHECK(hall.view(0).game.moves.size() == 5); // e4 seen by standing still
}

TEST_CASE("while inputs wait for the disk, what stood before them is not taken for standing still") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "f3 e5 g4");
    const GameMs t_ms(static_cast<std::int64_t>(board.time_us / 1000));
    const auto happen = [&](GameMs at_ms, record::What what) {
        board.happen(tests::wire_event({at_ms, what}));
    };
    happen(t_ms, record::Lift{*chess::square_from("d8"), {}});
    happen(t_ms + 200, record::Drop{*chess::square_from("h4"), {}});
    hall.step(1);
    hall.disk_works = false;
    happen(t_ms + 300, record::Lift{*chess::square_from("h4"), {}});
    hall.run(60);
    CHECK(hall.moves() == "f3 e5 g4");
}

TEST_CASE("nothing is shown or acknowledged while the disk does not take it, and all of it afterwards") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.disk_works = false;
    hall.plug(0, board);
    play(hall, board, opening);
    CHECK(hall.moves().empty());
    CHECK(board.oldest_seq() == 0);
    hall.disk_works = true;
    hall.run(30);
    CHECK(hall.moves() == opening);
    CHECK(board.oldest_seq() == board.next_seq());
}

TEST_CASE("the clock stands until its lever is first pressed") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    hall.run(200); // 10 s of setting up
    REQUIRE(hall.game().clocks);
    CHECK(!hall.game().clocks->running);
    CHECK(hall.game().clocks->white_ms == 5'400'000);
    SECTION("Black starts White's clock") {
        board.happen({board.time_us, wire::EventKind::press_black, 0, wire::Content::empty});
        hall.run(10);
        CHECK(hall.game().clocks->running == chess::Side::white);
        play(hall, board, "e4");
        CHECK(*hall.game().moves[0].clock_ms < 5'430'000);
        CHECK(*hall.game().moves[0].clock_ms > 5'420'000);
    }
    SECTION("White's first move is free where nobody started the clock") {
        play(hall, board, "e4");
        CHECK(hall.game().moves[0].clock_ms == 5'430'000);
        CHECK(hall.game().clocks->running == chess::Side::black);
    }
}

TEST_CASE("a board that was switched off in the middle costs a gap, and the game goes on") {
    Hall hall({seat(1)});
    auto board = board_at_start(1);
    hall.plug(0, board);
    play(hall, board, "e4 e5");
    const auto t_before = record::parse_input(hall.inputs().back().line, record::Sensing::presence)->t_ms;
    hall.unplug(0);
    hall.run(200); // 10 s without power, moves made meanwhile
    ScriptedBoard again(2, 0, 0xA1);
    auto squares = tests::start_squares();
    for (unsigned gone : {12U, 52U, 6U}) squares.set(gone, wire::Content::empty);
    for (unsigned there : {28U, 36U, 21U}) squares.set(there, wire::Content::occupied);
    again.place(squares);
    hall.plug(0, again);
    hall.run(150); // as the board stands still, it shows a move, and not a piece on its way
    const auto inputs = hall.inputs();
    const auto gap = std::ranges::find_if(
        inputs, [](const auto& entry) { return entry.line.find(R"("gap":"power")") != std::string::npos; });
    REQUIRE(gap != inputs.end());
    REQUIRE(gap + 1 != inputs.end());
    CHECK((gap + 1)->line.find("snapshot") != std::string::npos);
    const auto t_gap = record::parse_input(gap->line, record::Sensing::presence)->t_ms;
    CHECK(t_gap >= t_before + 9'000);
    CHECK(t_gap <= t_before + 15'000);
    CHECK(hall.moves() == "e4 e5 Nf3");
}

TEST_CASE("a board whose clock runs far ahead of the host's is seen standing still after its last move") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    hall.run(30);
    for (auto input : tests::SimpleHands().play(tests::moves_of(opening))) { // all at once
        input.t_ms += 3'600'000;
        if (input.t_ms < GameMs(3'617'000)) board.happen(tests::wire_event(input));
    }
    hall.step();
    hall.unplug(0);
    hall.run(30);
    CHECK(hall.view(0).game.moves.size() == 10); // the last without a press
}

TEST_CASE("a link that was cut costs nothing") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "e4 e5");
    hall.unplug(0);
    for (const auto& input : tests::SimpleHands().play(tests::moves_of(opening))) {
        if (input.t_ms <= GameMs(3'000)) continue; // made before
        board.happen(tests::wire_event(input));
    }
    hall.run(100);
    hall.plug(0, board);
    hall.run(30);
    CHECK(hall.moves() == opening);
    CHECK(hall.noted("was closed") == 1);
    for (const auto& entry : hall.inputs()) CHECK(entry.line.find("gap") == std::string::npos);
}

TEST_CASE(
    "events that the board could not keep become a gap and what stands, at once durable or not at all") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "e4 e5");
    const auto seq = board.next_seq();
    wire::Gap gap{1, seq, seq + 40, wire::GapCause::overflow, board.time_us, tests::start_squares()};
    hall.receive(0, tests::frame_of(gap));
    hall.run(2);
    const auto inputs = hall.inputs();
    REQUIRE(inputs.size() > 2);
    CHECK(inputs[inputs.size() - 2].line.find(R"("gap":"overflow")") != std::string::npos);
    CHECK(inputs[inputs.size() - 2].origin->sequence == seq + 39);
    CHECK(inputs.back().line.find("snapshot") != std::string::npos);
}

TEST_CASE("a board that comes back on another port goes on with its own game") {
    Hall hall({seat(1), seat(2)});
    auto one = board_at_start(1, 0xA1), two = board_at_start(1, 0xA2);
    hall.plug(0, one);
    hall.plug(1, two);
    play(hall, one, "e4 e5");
    play(hall, two, "d4 d5");
    SECTION("the cables are swapped") {
        hall.unplug(0);
        hall.unplug(1);
        hall.plug(0, two);
        hall.plug(1, one);
    }
    SECTION("the cables are swapped while the daemon is down") {
        hall.unplug(0);
        hall.unplug(1);
        hall.kill();
        hall.plug(0, two);
        hall.plug(1, one);
    }
    hall.run(20);
    one.happen(tests::wire_event({{}, record::Lift{*chess::square_from("g1"), {}}}));
    one.happen(tests::wire_event({{}, record::Drop{*chess::square_from("f3"), {}}}));
    one.happen(tests::wire_event({{}, record::Press{chess::Side::white}}));
    hall.run(20);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3");
    CHECK(hall.moves("game-2") == "d4 d5");
}

TEST_CASE("boards that change places before anything was played belong to the ports they are on") {
    Hall hall({seat(1), seat(2)});
    auto one = board_at_start(1, 0xA1), two = board_at_start(1, 0xA2);
    hall.plug(0, one);
    hall.plug(1, two);
    hall.run(20);
    hall.unplug(0);
    hall.unplug(1);
    hall.plug(0, two);
    hall.plug(1, one);
    hall.run(20);
    play(hall, two, "e4");
    CHECK(hall.moves("game-1") == "e4");
    CHECK(hall.moves("game-2").empty());
}

TEST_CASE("another board takes over a table, and the record says so") {
    Hall hall({seat(1)});
    auto board = board_at_start(1, 0xA1);
    hall.plug(0, board);
    play(hall, board, "e4 e5");
    hall.unplug(0);
    ScriptedBoard other(1, 0, 0xA2);
    auto squares = tests::start_squares();
    for (unsigned gone : {12U, 52U}) squares.set(gone, wire::Content::empty);
    for (unsigned there : {28U, 36U}) squares.set(there, wire::Content::occupied);
    other.place(squares);
    hall.plug(0, other);
    hall.run(20);
    const auto inputs = hall.inputs();
    CHECK(std::ranges::count_if(inputs, [](const auto& entry) {
              return entry.line.find(R"("board":"00000000000000a2")") != std::string::npos;
          }) == 1);
    CHECK(hall.moves() == "e4 e5");
}

TEST_CASE("two boards of one id are never mixed up: the second is refused by name until the first is gone") {
    Hall hall({seat(1), seat(2)});
    auto one = board_at_start(1, 0xA1), twin = board_at_start(9, 0xA1);
    hall.plug(0, one);
    hall.run(5);
    hall.plug(1, twin);
    hall.run(60);
    CHECK(hall.noted("port P2 has board 00000000000000a1, which is on port P1 already") == 1);
    const auto told = hall.round().view(round::TableId{1});
    CHECK(told.trouble.find("P1") != std::string::npos);
    CHECK(told.trouble_here == "port P2 has a board that is another's: the log says whose, and what to do");
    CHECK(twin.oldest_seq() == 0);
    CHECK(hall.inputs("game-2").empty());
    hall.unplug(0);
    hall.run(30);
    CHECK(hall.noted("00000000000000a1 is on port P2") == 1);
}

TEST_CASE("a board that numbers its events anew under an old boot id is refused, not believed") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "e4 e5");
    const auto before = hall.inputs().size();
    hall.unplug(0);
    auto again = board_at_start();
    again.happen();
    hall.plug(0, again);
    hall.run(60);
    CHECK(hall.noted("numbers its events anew") == 1);
    CHECK(hall.inputs().size() == before);
}

TEST_CASE("a silent port is told once, closed, and told again only after it has worked") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    hall.run(5);
    board.mute = true;
    hall.run(70);
    for (int n = 0; n < 3; ++n) {
        CHECK(!hall.is_plugged(0));
        hall.plug(0, board);
        hall.run(70);
    }
    CHECK(hall.noted("fell silent") == 1);
    CHECK(hall.noted("has no board that answers") == 1);
}

TEST_CASE("a board is called silent by a daemon that was kept from its work") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    hall.run(5);
    hall.pass(8'000);
    hall.round().tick(hall.now); // before what was said meanwhile is read
    hall.run(70);
    CHECK(hall.is_plugged(0));
    CHECK(hall.noted("fell silent") == 0);
    board.mute = true;
    hall.run(70);
    CHECK(hall.noted("fell silent") == 1);
}

TEST_CASE("a game is of the sensing, lever and time that board and organiser agree upon") {
    auto one = seat(1);
    SECTION("less is used than the board senses") {
        one.table.sensing = record::Sensing::colour;
        Hall hall({one});
        ScriptedBoard board(1, 0, 0xA1);
        board.sensing = wire::Sensing::identity;
        board.place(tests::start_squares(wire::Sensing::identity));
        hall.plug(0, board);
        hall.run(5);
        CHECK(hall.header().find(R"("sensing":"colour")") != std::string::npos);
        CHECK(hall.inputs().back().line.find("bbbbbbbb") != std::string::npos);
    }
    SECTION("no more than the board senses") {
        one.table.sensing = record::Sensing::identity;
        Hall hall({one});
        auto board = board_at_start();
        hall.plug(0, board);
        hall.run(5);
        CHECK(hall.header().find(R"("sensing":"presence")") != std::string::npos);
    }
    SECTION("without a lever no clock is kept, and moves complete by standing") {
        one.table.clock_lever = false;
        Hall hall({one});
        auto board = board_at_start();
        hall.plug(0, board);
        board.happen(tests::wire_event({GameMs(500), record::Lift{*chess::square_from("e2"), {}}}));
        board.happen(tests::wire_event({GameMs(900), record::Drop{*chess::square_from("e4"), {}}}));
        hall.run(100);
        CHECK(hall.moves() == "e4");
        CHECK(!hall.game().clocks);
    }
}
