#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Side;
using tests::Hall;
using tests::HandsAtBoard;
using tests::OneTable;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr const char* mate = "f3 e5 g4 Qh4#";
constexpr const char* second = "e4 e5 Nf3 Nc6";

record::Header next_header() {
    record::Header header;
    header.time_control = "180+2";
    header.tags = {{"White", "B1"}, {"Black", "W1"}};
    return header;
}

std::ptrdiff_t opened(const Hall& hall, const std::string& id) {
    return std::ranges::count_if(hall.disk, [&](const auto& record) {
        const auto* open = std::get_if<journal::OpenGame>(&record);
        return open && open->game.id == id;
    });
}

void check_two_games(const Hall& hall) {
    CHECK(hall.moves("game-1") == mate);
    CHECK(hall.game("game-1").result == chess::Result::black_wins);
    CHECK(hall.moves("game-2") == second);
    CHECK(opened(hall, "game-1") == 1);
    CHECK(opened(hall, "game-2") == 1);
    CHECK(tests::replayed(hall, "game-1").game.position() == hall.game("game-1").position);
    CHECK(tests::replayed(hall, "game-2").game.position() == hall.game("game-2").position);
}

} // namespace

TEST_CASE("a board that comes to another table's port between two games plays the next at its old table") {
    Hall hall({seat(1), seat(2)});
    ScriptedBoard board(1, 0, 0xA1);
    HandsAtBoard hands(hall, board);
    hall.plug(0, board);
    const std::string first = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7"; // too long to be taken for moves of the next
    hands.play(first);
    hall.run(10);
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2b", next_header()).empty());
    hall.unplug(0);
    hall.run(20);
    hall.plug(1, board);
    hands.port = 1;
    hands.set_up();
    hall.run(40);
    hands.play(second);
    hall.run(20);
    CHECK(hall.moves() == first);
    CHECK(hall.moves("game-2") == second);
    CHECK(hall.inputs("game-2b").empty());
}

TEST_CASE(
    "between two games the power fails, or another board is put on the table: no gap in the next game") {
    const auto id = GENERATE(std::uint64_t{0xA1}, std::uint64_t{0xA2});
    Hall hall({seat(1)});
    ScriptedBoard board(1, 0, 0xA1), again(2, 0, id);
    HandsAtBoard hands(hall, board), other_hands(hall, again);
    hall.plug(0, board);
    hands.play(mate);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.unplug(0);
    hall.run(200);
    hall.plug(0, again);
    hall.run(60);
    REQUIRE(opened(hall, "game-2") == 1);
    other_hands.play(second);
    hall.run(20);
    check_two_games(hall);
    for (const auto& entry : hall.inputs("game-2")) CHECK(entry.line.find("gap") == std::string::npos);
}

TEST_CASE_METHOD(
    OneTable, "a board that lost its power with the next game set up does not begin it after the host died") {
    hands.play(mate);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hands.set_up();
    hall.unplug(0);
    hall.run(200);
    ScriptedBoard again(2, 0, 0xA1);
    HandsAtBoard other_hands(hall, again);
    hall.plug(0, again);
    hall.run(2);
    REQUIRE(opened(hall, "game-2") == 0);
    hall.kill();
    hall.run(60);
    REQUIRE(opened(hall, "game-2") == 1);
    other_hands.play(second);
    hall.run(20);
    check_two_games(hall);
}

TEST_CASE_METHOD(OneTable,
                 "a set-up and first moves that a board kept while its cable was out are told apart") {
    hands.play(mate);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.unplug(0);
    hands.step_ms = 600;
    hands.set_up();
    hands.play(second);
    hall.run(20);
    CHECK(opened(hall, "game-2") == 0);
    hall.plug(0, board);
    hall.run(60);
    check_two_games(hall);
    for (const auto& move : hall.game("game-2").moves) CHECK(*move.clock_ms > 170'000);
}

TEST_CASE_METHOD(
    OneTable,
    "inputs that the board lost after the start position had come to rest are lost to the next game") {
    hands.play(mate);
    hall.run(10);
    hands.set_up();
    hall.run(15);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    const auto seq = board.next_seq();
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of("e4 e5")) position.play(move);
    const wire::Gap gap{
        1, seq, seq + 6, wire::GapCause::overflow, board.time_us + 9'000'000, tests::squares_of(position)};
    hall.receive(0, tests::frame_of(gap));
    hall.run(3);
    const auto inputs = hall.inputs("game-2");
    REQUIRE(inputs.size() == 4);
    CHECK(inputs[2].line.find(R"("gap":"overflow")") != std::string::npos);
    CHECK(inputs[3].line.find("snapshot") != std::string::npos);
    CHECK(tests::replayed(hall, "game-2").game.position() == position);
}

TEST_CASE_METHOD(OneTable, "a disk that stalls between two games mixes nothing up") {
    hands.play(mate);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.disk_works = false;
    hands.set_up();
    hall.run(40);
    hands.play(second);
    CHECK(hall.shown.back().id == "game-1");
    CHECK(opened(hall, "game-2") == 0);
    hall.disk_works = true;
    hall.run(20);
    check_two_games(hall);
}

TEST_CASE_METHOD(
    OneTable, "while an arbiter's word on the last game waits for the disk, the next belongs to that one") {
    hands.play(mate);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    const bool reopened = GENERATE(false, true); // then its end is still on its way
    if (reopened) {
        REQUIRE(hall.say(1, record::SetResult{chess::Result::open}, {}, "game-1").empty());
        hall.run(10);
    }
    hall.disk_works = false;
    REQUIRE(hall.say(1, record::SetResult{chess::Result::black_wins}, {}, "game-1").empty());
    hands.set_up();
    hall.run(40);
    hands.play(second);
    hall.disk_works = true;
    hall.run(20);
    check_two_games(hall);
}

TEST_CASE("a host killed after any event of two games, with any part of them on the disk, has both") {
    int kills = 0;
    for (int kill_at = 0; kill_at == kills; ++kill_at) {
        CAPTURE(kill_at);
        Hall hall({seat(1)});
        ScriptedBoard board(1, 0, 0xA1);
        HandsAtBoard hands(hall, board);
        hall.plug(0, board);
        int events = 0;
        hands.after_each = [&] {
            hall.disk_works = events + 3 < kill_at || events > kill_at;
            if (events++ != kill_at) return;
            if (kill_at % 2) hall.sync();
            hall.kill();
            hall.disk_works = true;
            ++kills;
        };
        hands.play(mate);
        hall.disk_works = true;
        hall.run(40);
        REQUIRE(hall.arm(1, "game-2", next_header()).empty());
        hall.run(2);
        REQUIRE(hall.heard());
        hands.set_up();
        hall.run(40);
        hands.play(second);
        hall.disk_works = true;
        hall.run(40);
        check_two_games(hall);
        CHECK(board.oldest_seq() == board.next_seq());
        hall.kill();
        CHECK(hall.shown.back().id == "game-2");
        check_two_games(hall);
    }
    CHECK(kills > 30);
}
