// A round continued on another computer from a journal copy older than what its boards were acknowledged and
// forgot.

#include "daemon/round/round.hpp"

#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

const tlog::SigningKey hall_key("hall.example/a", tlog::SignatureType::note, {1, 2, 3});
constexpr const char* opening = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6";

chess::Position after(const std::string& moves) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves)) position.play(move);
    return position;
}

/// Goes on after `before`, at the hands' own pace.
void play(Hall& hall, ScriptedBoard& board, const std::string& before, const std::string& moves) {
    const auto from = after(before);
    const auto start_ms = static_cast<std::int64_t>(board.time_us / 1000);
    for (auto input :
         tests::SimpleHands(500, record::Sensing::presence, from).play(tests::moves_of(moves, from))) {
        input.t_ms += start_ms;
        while (GameMs(static_cast<std::int64_t>(board.time_us / 1000)) < input.t_ms) {
            hall.step();
            if (!hall.is_plugged(0)) board.time_us += 50'000; // its time passes anyway
        }
        board.happen(tests::wire_event(input));
    }
    hall.run(30);
}

ScriptedBoard board_at_start() {
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    return board;
}

/// Another computer, with other clocks, takes over with the journal's first `records`.
void continue_on_spare(Hall& hall, std::size_t records) {
    hall.disk.resize(records);
    hall.shown.clear();
    hall.notes.clear();
    hall.now.steady_us = SteadyUs(5'000'000);
    hall.now.utc_ms += 40'000;
    hall.kill();
    hall.run(20);
}

/// The most ticks until ambiguous lost play is shown.
constexpr int until_shown = 1300;

/// As an arbiter with the scoresheets does: from the first wrong move.
void enter_from_scoresheet(Hall& hall, const std::string& moves) {
    auto position = chess::Position::start();
    std::size_t ply = 0;
    bool wrong = false;
    for (const auto move : tests::moves_of(moves)) {
        const auto san = chess::to_san(position, move);
        position.play(move);
        const auto& made = hall.game().moves;
        if (!wrong && ply < made.size() && made[ply].san() != san) {
            REQUIRE(hall.say(1, record::TakeBack{static_cast<int>(made.size() - ply)}).empty());
            hall.run(2);
            wrong = true;
        }
        if (++ply <= hall.game().moves.size()) continue;
        INFO(san);
        REQUIRE(hall.say(1, record::PlayMove{san}).empty());
        hall.run(2);
    }
    CHECK(hall.moves() == moves);
}

/// Each boot's numbers come once, in order.
void check_nothing_twice(const Hall& hall) {
    std::optional<std::uint32_t> last;
    for (const auto& entry : hall.inputs()) {
        if (!entry.origin || !entry.origin->sequence) continue;
        CHECK((!last || *entry.origin->sequence > *last));
        last = entry.origin->sequence;
    }
}

int gaps(const Hall& hall) {
    const auto inputs = hall.inputs();
    return static_cast<int>(std::ranges::count_if(
        inputs, [](const auto& entry) { return entry.line.find("\"gap\"") != std::string::npos; }));
}

/// As many of `moves` reach its position; the order of lost moves cannot be told.
bool is_reached_by(const std::string& moves, const broadcast::PublicGame& game) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves) | std::views::take(game.moves.size())) position.play(move);
    return position.repetition_key() == game.position.repetition_key();
}

std::uint32_t next_in_journal(const Hall& hall) {
    std::uint32_t next = 0;
    for (const auto& entry : hall.inputs())
        if (entry.origin && entry.origin->sequence) next = *entry.origin->sequence + 1;
    return next;
}

} // namespace

TEST_CASE("however old the copy is, the record shows what it lacks, and the game goes on to its end") {
    std::size_t records = 0;
    for (std::size_t copied = 0; copied == 0 || copied <= records; ++copied) {
        INFO(copied << " records of " << records << " were copied");
        Hall hall({seat(1)}, hall_key);
        auto board = board_at_start();
        hall.plug(0, board);
        play(hall, board, "", opening);
        REQUIRE(hall.moves() == opening);
        records = hall.disk.size();
        const auto acknowledged = board.oldest_seq();
        hall.disk.resize(copied);
        const auto lost = acknowledged - next_in_journal(hall);
        const bool knows_numbers = next_in_journal(hall) > 0;
        continue_on_spare(hall, copied);
        CHECK(gaps(hall) == (lost > 0));
        CHECK(hall.noted(std::to_string(lost) + " events are lost, which it has told another journal") ==
              (lost > 0 && knows_numbers));
        CHECK(hall.noted("its board has told " + std::to_string(lost) + " events before") == !knows_numbers);
        hall.run(until_shown);
        const std::string expected = opening;
        CHECK(is_reached_by(expected, hall.game()));
        enter_from_scoresheet(hall, opening);
        play(hall, board, opening, "O-O Bg4");
        CHECK(hall.moves() == expected + " O-O Bg4");
        check_nothing_twice(hall);
        CHECK(tests::replayed(hall).game.position() == hall.game().position);
        CHECK(board.oldest_seq() == board.next_seq());
        hall.kill(); // both signed one history
        CHECK(hall.noted("as they were signed") == 0);
        CHECK(!hall.checkpoints().empty());
    }
    CHECK(records > 30);
}

TEST_CASE(
    "a board that kept its events tells them to the spare, and nothing is lost but what it had forgotten") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "", "e4 e5 Nf3");
    const auto copied = hall.disk.size();
    std::uint32_t forgotten = 0;
    SECTION("the copy has all that was acknowledged") {}
    SECTION("a move was acknowledged after it") {
        play(hall, board, "e4 e5 Nf3", "Nc6");
        forgotten = 3;
    }
    hall.unplug(0);
    const std::string before = forgotten ? "e4 e5 Nf3 Nc6" : "e4 e5 Nf3";
    play(hall, board, before, std::string(opening).substr(before.size() + 1));
    continue_on_spare(hall, copied);
    hall.plug(0, board);
    hall.run(30);
    CHECK(hall.moves() == opening);
    CHECK(gaps(hall) == (forgotten > 0));
    CHECK(hall.noted("3 events are lost") == (forgotten > 0));
    CHECK(hall.noted("events are lost") == (forgotten > 0));
    check_nothing_twice(hall);
    CHECK(next_in_journal(hall) == board.next_seq());
}

TEST_CASE("a board that had its power from the computer starts anew, and its game goes on from what stands") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "", "e4 e5 Nf3");
    const auto copied = hall.disk.size();
    play(hall, board, "e4 e5 Nf3", "Nc6 Bb5");
    ScriptedBoard again(2, 0, 0xA1);
    again.place(tests::squares_of(after("e4 e5 Nf3 Nc6 Bb5")));
    hall.unplug(0);
    continue_on_spare(hall, copied);
    CHECK(hall.moves() == "e4 e5 Nf3");
    hall.plug(0, again);
    hall.run(200); // a hand might be mid-move
    CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5");
    CHECK(gaps(hall) == 1);
    CHECK(hall.noted("board 1: its board was off, or is another one: compare its moves and clocks") == 1);
    play(hall, again, "e4 e5 Nf3 Nc6 Bb5", "a6 Bxc6 dxc6");
    CHECK(hall.moves() == opening);
}

TEST_CASE(
    "where the board cannot tell the order in which lost moves were played, the arbiter puts it right") {
    Hall hall({seat(1)});
    auto board = board_at_start();
    hall.plug(0, board);
    play(hall, board, "", "e4");
    const auto copied = hall.disk.size();
    const std::string rest = "Nc6 Nc3 Nf6 Nf3";
    play(hall, board, "e4", rest);
    continue_on_spare(hall, copied);
    hall.run(100);
    CHECK(hall.moves() == "e4"); // not public until known
    hall.run(until_shown);
    CHECK(after("e4 " + rest).fen().substr(0, 40) == hall.game().position.fen().substr(0, 40));
    CHECK(hall.noted("events are lost") == 1);
    enter_from_scoresheet(hall, "e4 " + rest);
    play(hall, board, "e4 " + rest, "e6 Bb5");
    CHECK(hall.moves() == "e4 " + rest + " e6 Bb5");
}

TEST_CASE("a computer that comes back beside its spare is told what its record lacks, and makes up nothing") {
    Hall first({seat(1)});
    auto board = board_at_start();
    first.plug(0, board);
    play(first, board, "", "e4 e5");
    Hall spare({seat(1)});
    spare.disk = first.disk;
    spare.kill();
    first.unplug(0);
    spare.plug(0, board);
    play(spare, board, "e4 e5", "Nf3 Nc6");
    CHECK(spare.moves() == "e4 e5 Nf3 Nc6");
    CHECK(spare.noted("events are lost") == 0);
    spare.unplug(0);
    first.now = spare.now;
    first.plug(0, board);
    first.run(20);
    CHECK(first.noted("6 events are lost, which it has told another journal than this") == 1);
    CHECK(gaps(first) == 1);
    check_nothing_twice(first);
    first.unplug(0); // and back to its game
    spare.plug(0, board);
    play(spare, board, "e4 e5 Nf3 Nc6", "Bb5 a6");
    CHECK(spare.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
    CHECK(gaps(spare) == 0);
}
