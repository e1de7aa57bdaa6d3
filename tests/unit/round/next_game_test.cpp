#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Side;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr const char* mate = "f3 e5 g4 Qh4#";
constexpr const char* other_mate = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";

record::Header next_header(const std::string& start = {}) {
    record::Header header;
    header.time_control = "180+2";
    header.start_fen = start;
    header.tags = {{"White", "B1"}, {"Black", "W1"}, {"Round", "2"}};
    return header;
}

std::ptrdiff_t opened(const Hall& hall) {
    return std::ranges::count_if(
        hall.disk, [](const auto& record) { return std::holds_alternative<journal::OpenGame>(record); });
}

std::string after_t(const std::string& line) { return line.substr(line.find(',') + 1); }

std::int64_t t_of(const record::Entry& entry) {
    return record::parse_input(entry.line, record::Sensing::presence)->t_ms.count();
}

/// One board whose first game is over.
struct AfterAGame {
    explicit AfterAGame(wire::Sensing sensing = wire::Sensing::presence) : board(1, 0, 0xA1) {
        board.sensing = sensing;
        hands.emplace(hall, board);
        hall.plug(0, board);
        hands->play(mate);
        hall.run(10);
    }
    /// The next game was played; the first is unchanged.
    void check_two_games(const std::string& second = other_mate) const {
        CHECK(hall.moves("game-1") == mate);
        CHECK(hall.game("game-1").result == chess::Result::black_wins);
        CHECK(hall.moves("game-2") == second);
        CHECK(tests::replayed(hall, "game-1").game.position() == hall.game("game-1").position);
        CHECK(tests::replayed(hall, "game-2").game.position() == hall.game("game-2").position);
    }

    Hall hall{{seat(1)}};
    ScriptedBoard board;
    std::optional<HandsAtBoard> hands;
};

} // namespace

TEST_CASE("two games on one board: each has its own record, time and public game") {
    AfterAGame at;
    CHECK(!at.hall.view(0).next);
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    REQUIRE(at.hall.view(0).next);
    CHECK(at.hall.view(0).next->record_id == "game-2");
    CHECK(at.hall.view(0).next->tags->at("White") == "B1");
    at.hands->set_up();
    at.hall.run(40);
    REQUIRE(opened(at.hall) == 2);
    CHECK(!at.hall.view(0).next);
    CHECK(at.hall.game("game-2").tags["White"] == "B1");
    CHECK(at.hall.game("game-2").tags["Date"] == at.hall.game("game-1").tags["Date"]);
    CHECK(at.hall.game("game-2").clocks->white_ms == 180'000);
    CHECK(!at.hall.game("game-2").clocks->running);
    CHECK(at.hall.shown.back().id == "game-2");
    at.hands->play(other_mate);
    at.hall.run(20);
    at.check_two_games();
    CHECK(at.hall.game("game-2").result == chess::Result::white_wins);
    CHECK(*at.hall.game("game-2").moves[0].clock_ms == 182'000);
    CHECK(*at.hall.game("game-2").moves[1].clock_ms < 182'000);

    const auto inputs = at.hall.inputs("game-2");
    const std::string start = "\"snapshot\":\"" + std::string(16, 'x') + std::string(32, '.');
    CHECK(after_t(inputs.at(0).line).starts_with("\"clock\""));
    CHECK(after_t(inputs.at(1).line).starts_with(start));
    CHECK(t_of(inputs[1]) == 0);
    CHECK(t_of(inputs.back()) > 0);
    CHECK(t_of(inputs.back()) < 20'000);
    std::uint32_t next = 0;
    for (const auto* id : {"game-1", "game-2"})
        for (const auto& entry : at.hall.inputs(id))
            if (entry.origin && entry.origin->sequence) CHECK(*entry.origin->sequence == next++);
    CHECK(next == at.board.next_seq());
    CHECK(at.board.oldest_seq() == at.board.next_seq());
}

TEST_CASE("what is done on the board before the next game was armed and stands changes neither game") {
    AfterAGame at;
    at.hands->lift(4);
    at.hands->drop(27);
    at.hands->lift(60);
    at.hands->drop(36);
    at.hands->press(Side::white);
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hands->press(Side::black);
    at.hall.run(100);
    CHECK(at.hall.moves() == mate);
    CHECK(at.hall.game().result == chess::Result::black_wins);
    CHECK(opened(at.hall) == 1);
    at.hands->set_up();
    at.hall.run(40);
    CHECK(opened(at.hall) == 2);
    at.hands->play(other_mate);
    at.hall.run(20);
    at.check_two_games();
}

TEST_CASE("a game that is armed after the pieces were set up begins without another touch") {
    AfterAGame at;
    at.hands->set_up();
    at.hall.run(1200); // a minute
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hall.run(40);
    REQUIRE(opened(at.hall) == 2);
    at.hands->play(other_mate);
    at.hall.run(20);
    at.check_two_games();
    const auto first = record::parse_header(at.hall.header("game-1"))->start_time;
    const auto second = record::parse_header(at.hall.header("game-2"))->start_time;
    CHECK(second.substr(0, 16) > first.substr(0, 16)); // not when they were set up
}

TEST_CASE(
    "no game is armed while the last has no result, on a board that is not there, or twice by one name") {
    Hall hall({seat(1), seat(2)});
    ScriptedBoard board(1, 0, 0xA1);
    HandsAtBoard hands(hall, board);
    CHECK(hall.arm(1, "game-2", next_header()).find("game game-1 has no result yet") != std::string::npos);
    hall.plug(0, board);
    hands.play("e4 e5");
    CHECK(hall.arm(1, "game-2", next_header()).find("game game-1 has no result yet") != std::string::npos);
    CHECK(hall.arm(7, "game-7", next_header()) == "there is no board 7, only 1 to 2");
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(2);
    CHECK(hall.arm(1, "game-1", next_header()).empty());
    CHECK(hall.noted("game game-1.2 is armed") == 1);
    CHECK(hall.arm(1, "game-2", next_header()).empty());
    CHECK(hall.noted("game game-2.2 is armed") == 1);
    CHECK(hall.arm(1, "game-1.anew1", next_header()).empty()); // it may go on in public under that name
    CHECK(hall.noted("game game-1.anew1.2 is armed") == 1);
}

TEST_CASE("the last to be armed begins, also after a kill, and a game lost by both sides is over too") {
    AfterAGame at;
    REQUIRE(at.hall.say(1, record::SetResult{chess::Result::open, true}).empty());
    at.hall.run(2);
    auto wrong = next_header();
    wrong.tags["White"] = "nobody";
    REQUIRE(at.hall.arm(1, "game-9", wrong).empty());
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hall.run(2);
    CHECK(at.hall.heard());
    at.hall.kill();
    at.hands->set_up();
    at.hall.run(40);
    CHECK(at.hall.game("game-2").tags["White"] == "B1");
    CHECK(opened(at.hall) == 2);
}

TEST_CASE("pieces that are still being centred do not begin a game") {
    AfterAGame at;
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hands->set_up();
    at.hands->lift(12);
    at.hall.run(60);
    CHECK(opened(at.hall) == 1);
    at.hands->drop(12);
    at.hall.run(40);
    CHECK(opened(at.hall) == 2);
}

TEST_CASE("a result that is taken back keeps the next game waiting until there is another") {
    AfterAGame at;
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hall.disk_works = GENERATE(true, false); // also while on its way to the journal
    REQUIRE(at.hall.say(1, record::SetResult{chess::Result::open}, {}, "game-1").empty());
    at.hands->set_up();
    at.hall.run(60);
    at.hall.disk_works = true;
    at.hall.run(2);
    CHECK(opened(at.hall) == 1);
    REQUIRE(at.hall.say(1, record::SetResult{chess::Result::white_wins}).empty());
    at.hall.run(40);
    CHECK(opened(at.hall) == 2);
    CHECK(at.hall.game("game-1").result == chess::Result::white_wins);
}

TEST_CASE("the start position is that of the next game: Chess960, a FEN, and what each sensing can tell") {
    constexpr const char* start_960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    SECTION("identity: the pieces, not only their squares") {
        AfterAGame at(wire::Sensing::identity);
        auto header = next_header(start_960);
        header.chess960 = true;
        REQUIRE(at.hall.arm(1, "game-2", header).empty());
        at.hall.run(2);
        at.hall.kill();
        at.hands->set_up();
        at.hall.run(60);
        CHECK(opened(at.hall) == 1);
        const auto start = *chess::Position::from_fen(start_960);
        at.hands->set_up(start);
        at.hall.run(40);
        CHECK(opened(at.hall) == 2);
        at.hands->play("e4 e5 f3");
        at.hall.run(20);
        CHECK(at.hall.moves("game-2") == "e4 e5 f3");
        CHECK(at.hall.game("game-2").start == start);
    }
    SECTION("presence: the occupied squares") {
        AfterAGame at;
        REQUIRE(at.hall.arm(1, "game-2", next_header("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).empty());
        at.hands->set_up();
        at.hall.run(60);
        CHECK(opened(at.hall) == 1);
        at.hands->set_up(*chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        at.hall.run(40);
        CHECK(opened(at.hall) == 2);
    }
}

TEST_CASE("a board that was put down turned between the games shows the start position all the same") {
    AfterAGame at;
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    auto turned = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value();
    at.hands->set_up(turned); // almost cleared
    at.hands->lift(4);
    at.hands->lift(60);
    for (const unsigned file : {0U, 1U, 6U, 7U})
        for (unsigned rank = 0; rank < 8; ++rank) at.hands->drop(rank * 8 + file);
    at.hall.run(40);
    CHECK(opened(at.hall) == 2);
    // Under a quarter turn White's e-pawn stands on b5 or g4.
    at.hands->lift(33);
    at.hands->drop(35);
    at.hands->press(Side::white);
    at.hands->lift(38);
    at.hands->drop(36);
    at.hands->press(Side::black);
    at.hall.run(20);
    CHECK(at.hall.game("game-2").moves.size() == 2);
    CHECK(at.hall.noted("turned by 90 degrees") == 1);
}

TEST_CASE("a sensor that is not to be trusted is none in the next game either") {
    AfterAGame at;
    at.hands->happen({0, wire::EventKind::mask_on, 11, wire::Content::empty});
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hands->set_up();
    at.hall.run(40);
    const auto inputs = at.hall.inputs("game-2");
    REQUIRE(inputs.size() > 2);
    CHECK(inputs[1].line == R"({"t":0,"mask":"d2","on":true})");
    CHECK(after_t(inputs[2].line).starts_with("\"snapshot\""));
}
