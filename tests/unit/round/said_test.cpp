// Words to a game whose board goes on telling.

#include "daemon/round/objection.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Side;
using tests::Hall;
using tests::HandsAtBoard;
using tests::OneTable;
using tests::ScriptedBoard;
using tests::seat;

namespace {

std::vector<std::int64_t> times(const Hall& hall) {
    std::vector<std::int64_t> all;
    for (const auto& entry : hall.inputs())
        all.push_back(record::parse_input(entry.line, record::Sensing::presence)->t_ms.count());
    return all;
}

} // namespace

TEST_CASE("an arbiter's word enters the record like any input, at its time, and counts once it is durable") {
    Hall hall({seat(1)});
    ScriptedBoard board(1, 0, 0xA1);
    HandsAtBoard hands(hall, board);
    CHECK(hall.say(1, record::Call{Side::white}) ==
          "its board has not told anything yet; a result, moves or a position can be entered without it");
    hall.plug(0, board);
    hands.play("e4 e5 Nf3");
    hall.run(100);
    hall.disk_works = false;
    REQUIRE(hall.say(1, record::TakeBack{1}).empty());
    hall.run(10);
    CHECK(!hall.heard());
    CHECK(hall.moves() == "e4 e5 Nf3");
    hall.disk_works = true;
    hall.run(10);
    CHECK(hall.heard());
    CHECK(hall.moves() == "e4 e5");
    CHECK(hall.inputs().back().line.ends_with(R"("arbiter":{"do":"takeback","plies":1}})"));
    CHECK(!hall.inputs().back().origin);
    const auto all = times(hall);
    CHECK(all.back() >= all[all.size() - 2] + 4'900);
    CHECK(all.back() <= all[all.size() - 2] + 5'500);
    hall.kill();
    CHECK(hall.moves() == "e4 e5");
}

TEST_CASE_METHOD(
    OneTable,
    "events that the board tells only after an arbiter's word come after it, and keep their lengths") {
    hands.play("e4 e5");
    hall.unplug(0);
    hands.step_ms = 400;
    hands.play("Nf3 Nc6"); // unseen by the host
    hall.run(60);
    REQUIRE(hall.say(1, record::Call{Side::white}).empty());
    hall.run(2);
    if (GENERATE(false, true)) hall.kill();
    hall.plug(0, board);
    hall.run(40);
    CHECK(hall.moves() == "e4 e5 Nf3 Nc6");
    const auto all = times(hall);
    CHECK(std::ranges::is_sorted(all));
    REQUIRE(all.size() > 7);
    for (auto at = all.size() - 5; at < all.size(); ++at) CHECK(all[at] - all[at - 1] == 400);
}

TEST_CASE_METHOD(OneTable,
                 "a time that an arbiter sets before the game begins is the time that it begins with") {
    hall.run(10);
    REQUIRE(hall.say(1, record::SetTime{1'800'000, 3'600'000}).empty());
    hall.run(10);
    if (GENERATE(false, true)) hall.kill();
    hall.run(10);
    hands.play("e4");
    CHECK(hall.game().moves[0].clock_ms == 1'830'000);
    CHECK(hall.game().clocks->black_ms > 3'590'000);
}

TEST_CASE("a mere word said while a cable is out moves the clocks of the moves that the board tells late") {
    const auto clocks = [](const std::optional<record::What>& word, std::int64_t out_ms) {
        OneTable at;
        at.hands.play("e4 e5");
        at.hall.unplug(0);
        at.board.time_us += static_cast<std::uint64_t>(out_ms) * 1000;
        at.hands.step_ms = 400;
        at.hands.play("Nf3 Nc6 Bc4"); // unseen by the host
        at.hall.run(200);
        if (word) REQUIRE(at.hall.say(1, *word).empty());
        at.hall.run(20);
        at.hall.plug(0, at.board);
        at.hall.run(20);
        at.hands.play("Bc5");
        at.hall.run(20);
        std::vector<std::int64_t> left;
        for (const auto& move : at.hall.game().moves) left.push_back(move.clock_ms.value());
        REQUIRE(left.size() == 6);
        return left;
    };
    const auto out_ms = GENERATE(100, 1'500, 20'000);
    const auto unsaid = clocks({}, out_ms);
    CHECK(clocks(record::Call{Side::white}, out_ms) == unsaid);
    CHECK(clocks(record::Adjust{Side::white}, out_ms) == unsaid);
    CHECK(clocks(record::Offer{Side::white}, out_ms) == unsaid);
    if (out_ms > 1'200)
        CHECK(clocks(record::Claim{record::Claim::On::repetition, Side::white, {}}, out_ms) == unsaid);
}

TEST_CASE_METHOD(OneTable, "a clock that an arbiter has started is not set back by the first press") {
    hall.run(10);
    REQUIRE(hall.say(1, record::Pause{}).empty());
    REQUIRE(hall.say(1, record::Resume{}).empty());
    hall.run(2'000); // 100 s
    hands.play("e4");
    CHECK(*hall.game().moves[0].clock_ms < 5'332'000);
}

TEST_CASE_METHOD(OneTable, "a host whose clock is set in the middle of a game costs no player time") {
    hands.play("e4 e5");
    hall.run(5);
    hall.now.utc_ms += GENERATE(3'600'000, -3'600'000);
    REQUIRE(hall.say(1, record::Flag{Side::white}).empty());
    hall.run(5);
    const auto all = times(hall);
    CHECK(all.back() - all[all.size() - 2] > 200);
    CHECK(all.back() - all[all.size() - 2] < 2'000);
    hands.play("Nf3");
    CHECK(*hall.game().moves[2].clock_ms > 5'300'000);
}

TEST_CASE("a wall clock that is set is told once, and changes nothing in the record but times of day") {
    const auto by_ms = GENERATE(0, 1'000, -1'000, 3'600'000, -3'600'000);
    INFO("set by " << by_ms << " ms");
    OneTable as_usual, other;
    for (auto* table : {&as_usual, &other}) {
        table->hands.play("e4 e5");
        table->hall.run(5);
        if (table == &other) table->hall.now.utc_ms += by_ms;
        table->hands.play("Nf3 Nc6");
        REQUIRE(table->hall.say(1, record::Call{Side::white}).empty());
        table->hall.run(5);
    }
    const auto expected = as_usual.hall.inputs(), inputs = other.hall.inputs();
    REQUIRE(inputs.size() == expected.size());
    for (std::size_t at = 0; at < inputs.size(); ++at) CHECK(inputs[at].line == expected[at].line);
    CHECK(other.hall.noted("the wall clock of the host was set") == (by_ms == 0 ? 0 : 1));
    CHECK(as_usual.hall.noted("the wall clock") == 0);
    CHECK(inputs.back().host_utc_ms - expected.back().host_utc_ms == by_ms);
}

TEST_CASE_METHOD(OneTable,
                 "a wall clock that NTP slews, and a daemon that was held up meanwhile, are no jump") {
    const auto ppm = GENERATE(500, -500);
    hands.play("e4 e5");
    for (int step = 0; step < 2'000; ++step) {
        hall.step(100);
        hall.now.utc_ms += step % 20 == 0 ? ppm / 500 : 0; // 500 ppm of 2 s
    }
    hall.now.steady_us += 600'000'000; // it stood still, the clocks did not
    hall.now.utc_ms += 600'000 + ppm * 600 / 1000;
    hall.step();
    CHECK(hall.noted("wall clock") == 0);
}

TEST_CASE_METHOD(OneTable, "a word that would change nothing is refused in one sentence, and not recorded") {
    hands.play("e4 e5 Nf3");
    hall.run(10);
    const auto before = hall.inputs().size();
    const auto refused = [&](record::What what) { return hall.say(1, std::move(what)); };
    CHECK(refused(record::PlayMove{"Qh9"}) == "\"Qh9\" is no move in this position");
    CHECK(refused(record::PlayMove{"Bc4"}) == "\"Bc4\" is no move in this position");
    using record::Claim;
    CHECK(refused(Claim{Claim::On::repetition, Side::black, "Qxz9"}) ==
          "\"Qxz9\" is no move in this position");
    CHECK(refused(Claim{Claim::On::fifty, Side::black, "Ke5"}) == "\"Ke5\" is no move in this position");
    CHECK(refused(record::TakeBack{9}).starts_with("only "));
    CHECK(refused(record::Promoted{*chess::square_from("e8"), chess::PieceType::knight}) ==
          "no pawn was promoted on e8");
    CHECK(refused(record::Dismiss{4}) == "there is no incident 4, only 0 so far");
    CHECK(hall.inputs().size() == before);
    REQUIRE(refused(record::SetResult{chess::Result::draw}).empty());
    hall.run(5);
    CHECK(refused(record::Resign{Side::white}).starts_with("the game is over"));
    for (const record::What& late : {record::What{record::Pause{}}, {record::Resume{}}, {record::Adjourn{}}})
        CHECK(refused(late).starts_with("the game is over"));
    CHECK(refused(record::Call{Side::white}).empty());
    CHECK(hall.game().result == chess::Result::draw);
}

TEST_CASE_METHOD(OneTable, "a move is entered that is none now, in place of one that is complete") {
    hands.play("e4 e5 Nf3 Nc6");
    hall.run(10);
    const auto before = hall.inputs().size();
    CHECK(hall.say(1, record::PlayMove{"Na6"}) == "\"Na6\" is no move in this position");
    CHECK(hall.inputs().size() == before);
    for (int time = 0; time < 2; ++time) REQUIRE(hall.say(1, record::PlayMove{"Bb5"}).empty());
    hall.run(5);
    CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5");
    REQUIRE(hall.answers.size() == 2);
    CHECK(hall.answers[1].text == "it was made already: 3. Bb5");
    CHECK(hall.inputs().size() == before + 2);
}

TEST_CASE_METHOD(OneTable, "of two moves that a word may mean the arbiter is not told, or one is taken") {
    hands.play("Nf3 d5 d4 e6");
    hall.run(10);
    CHECK(hall.say(1, record::PlayMove{"Nd2"}) == "\"Nd2\" may mean Nbd2 or Nfd2: say which");
    using record::Claim;
    CHECK(hall.say(1, Claim{Claim::On::fifty, Side::white, "Nd2"}) ==
          "\"Nd2\" may mean Nbd2 or Nfd2: say which");
    CHECK(hall.moves() == "Nf3 d5 d4 e6");
}

TEST_CASE_METHOD(OneTable, "a sealed move is refused as it is written, or another takes its place") {
    hands.play("Nf3 d5 d4 e6");
    hall.run(10);
    REQUIRE(hall.say(1, record::Adjourn{}).empty());
    hall.run(5);
    const auto* const sealed = GENERATE("Nd2", "Ke8", "Qh9");
    REQUIRE(hall.say(1, record::Adjourn{sealed}).empty());
    hall.run(5);
    for (const auto* other : {"Nbd2", ""})
        CHECK(hall.say(1, record::Adjourn{other}) ==
              "a move is sealed already: it is opened when the game resumes");
    REQUIRE(hall.say(1, record::Resume{}).empty());
    hall.run(5);
    CHECK(hall.moves() == "Nf3 d5 d4 e6");
    CHECK(hall.noted("Article I.8: White's sealed move, \"" + std::string(sealed) + "\", ") == 2);
}

TEST_CASE_METHOD(OneTable, "a move cannot be entered in place of one that stands on the board unpressed") {
    hands.play("e4 e5");
    hands.lift(6); // Nf3
    hands.drop(21);
    hall.run(20);
    REQUIRE(hall.say(1, record::PlayMove{"Bc4"}).empty());
    hall.run(5);
    CHECK(hall.answers.at(0).text.starts_with("2. Bc4 entered, instead of 2. Nf3"));
    CHECK(hall.moves() == "e4 e5 Bc4");
}

TEST_CASE_METHOD(OneTable,
                 "what a pawn became cannot be said before the press where its square has flickered") {
    hands.play("h4 g5 hxg5 h6 gxh6 Na6 h7 Nb8");
    const auto g8 = static_cast<unsigned>(chess::index(*chess::square_from("g8"))),
               h7 = static_cast<unsigned>(chess::index(*chess::square_from("h7")));
    hands.lift(g8);
    hands.step_ms = 1000;
    hands.drop(g8); // the new piece
    hands.step_ms = 50;
    hands.lift(h7);
    hands.lift(g8);
    hands.drop(g8);
    hall.run(5);
    CHECK(hall.say(1, record::Promoted{*chess::square_from("h8"), chess::PieceType::knight}) ==
          "no pawn was promoted on h8");
    CHECK(hall.say(1, record::Promoted{*chess::square_from("g8"), chess::PieceType::knight}) == "");
    hands.press(Side::white);
    hall.run(5);
    CHECK(hall.moves().ends_with("hxg8=N"));
}

TEST_CASE_METHOD(OneTable,
                 "a word is answered before it counts, not at all, or to another than who said it") {
    hands.play("e4 e5");
    hall.run(5);
    hall.disk_works = false;
    REQUIRE(hall.say(1, record::TakeBack{1}).empty());
    REQUIRE(hall.say(1, record::SetTime{3'600'000, 3'500'000}).empty());
    hall.run(5);
    CHECK(hall.answers.empty());
    hall.disk_works = true;
    hall.run(5);
    REQUIRE(hall.answers.size() == 2);
    CHECK(hall.answers[0].text == "taken back: 1… e5; on the board e5 must go back to e7");
    CHECK(hall.answers[1].text == "time: White 1:00:00, Black 0:58:20");
    CHECK(hall.answers[1].record == hall.answers[0].record + 1);
    CHECK(hall.noted("board 1: taken back: 1… e5; on the board e5 must go back to e7") == 1);
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(5);
    REQUIRE(hall.arm(1, "game-2", {}).empty());
    hall.run(5);
    REQUIRE(hall.answers.size() == 4);
    CHECK(hall.answers[3].text == "game game-2 is armed, and begins when its start position stands");
}

TEST_CASE_METHOD(OneTable, "a proposal is in no log, or without its number and article") {
    hands.play("e4 e5");
    hall.run(5);
    REQUIRE(hall.say(1, record::Claim{record::Claim::On::repetition, Side::white, {}}).empty());
    hall.run(5);
    CHECK(hall.noted("board 1: proposal 1, move 2, Article 9.5.3: ") == 1);
    hands.press(Side::white);
    hall.run(20);
    CHECK(hall.noted("board 1: incident 1, move 2, Article 7.5.3: ") == 1);
    hall.kill();
    hall.run(20);
    CHECK(hall.noted("board 1: proposal 1, ") == 1); // it was told
}

TEST_CASE_METHOD(OneTable, "what an arbiter's own word brings about is left out of the log as a flood") {
    hands.play("e4 e5");
    hall.run(5);
    constexpr int many = 3 * round::Notes::most_at_once;
    for (int n = 0; n < many; ++n) {
        REQUIRE(hall.say(1, record::Claim{record::Claim::On::repetition, Side::white, {}}).empty());
        hall.run(1);
    }
    hall.run(5);
    CHECK(hall.noted("board 1: proposal ") == many);
    CHECK(hall.noted("left out") == 0);
    hands.press(Side::white);
    hall.run(5);
    CHECK(hall.noted("board 1: incident 1, move 2, Article 7.5.3: ") == 1);
}

TEST_CASE_METHOD(OneTable, "time that is added takes away what a press on its way has added") {
    hands.play("e4 e5");
    hall.run(5);
    const auto add = [&](std::int64_t white_ms, std::int64_t black_ms) {
        const auto time = hall.round().time_with(1, {white_ms, black_ms}, hall.now);
        if (!time) FAIL(time.error());
        REQUIRE(hall.say(1, *time).empty());
        return *time;
    };
    hall.disk_works = false;
    hands.play("Nf3"); // 30 s more for White
    const auto time = add(120'000, 0);
    CHECK_FALSE(time.black_ms);
    hall.disk_works = true;
    hall.run(1);
    CHECK(*time.white_ms > 5'400'000 + 2 * 30'000 + 120'000 - 5'000);
    const auto black_ms = hall.game().clocks->black_ms;
    CHECK(std::abs(*add(0, -60'000).black_ms - (black_ms - 60'000)) < 1'000);
    tests::says(hall.round().time_with(1, {0, -86'400'000}, hall.now).error(), "Black has only 1:");
    CHECK(hall.round().time_with(7, {1, 0}, hall.now).error() == "there is no board 7, only 1");
}
