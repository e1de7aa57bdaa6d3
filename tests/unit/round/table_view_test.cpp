#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Side;
using tests::Hall;
using tests::OneTable;
using tests::seat;

TEST_CASE_METHOD(OneTable, "an arbiter sees the incidents of the game now played, and what he has dismissed, "
                           "also after the daemon was killed") {
    hands.play("e4 e5");
    hands.press(Side::white);
    hall.run(20);
    REQUIRE(hall.view(0).incidents.size() == 1);
    CHECK(hall.view(0).incidents[0].kind == umpire::IncidentKind::press_without_move);
    CHECK(hall.view(0).dismissed.empty());
    CHECK(hall.view(0).game.id == "game-1");
    CHECK(hall.view(0).start_time.ends_with("Z"));
    CHECK(hall.view(0).game.moves.size() == 2);
    hall.disk_works = false;
    REQUIRE(hall.say(1, record::Dismiss{1}).empty());
    hall.run(10);
    CHECK(hall.view(0).dismissed.empty()); // not before durable
    hall.disk_works = true;
    hall.run(10);
    CHECK(hall.view(0).dismissed == std::set<int>{1});
    REQUIRE(hall.answers.size() == 1);
    CHECK(hall.answers[0].text.starts_with("dismissed: incident 1"));
    REQUIRE(hall.say(1, record::Dismiss{1}).empty());
    hall.run(10);
    REQUIRE(hall.answers.size() == 2);
    CHECK(hall.answers[1].text.starts_with("it was dismissed already: incident 1"));
    hall.kill();
    CHECK(hall.view(0).incidents.size() == 1);
    CHECK(hall.view(0).dismissed == std::set<int>{1});
}

TEST_CASE_METHOD(OneTable, "who said what is in the record and in the log, and changes nothing of the game") {
    hands.play("e4 e5");
    hall.run(10);
    REQUIRE(hall.say(1, record::TakeBack{1}, "Anna (token 3)").empty());
    hall.run(10);
    CHECK(hall.inputs().back().line.ends_with(
        "\"arbiter\":{\"do\":\"takeback\",\"plies\":1},\"by\":\"Anna (token 3)\"}"));
    CHECK(hall.noted("board 1: Anna (token 3) says {") == 1);
    CHECK(hall.moves() == "e4");
    hall.kill();
    CHECK(hall.moves() == "e4");
    REQUIRE(hall.say(1, record::Call{Side::white}).empty());
    hall.run(10);
    CHECK(hall.inputs().back().line.find("\"by\"") == std::string::npos);
    CHECK(hall.noted("board 1: the arbiter says {") == 1);
}

TEST_CASE_METHOD(OneTable, "what arbiters did is seen before it is durable, is lost with the daemon, tells a "
                           "sealed move, or counts what the board did") {
    hands.play("e4 e5");
    hall.run(10);
    CHECK(hall.view(0).acts.empty());
    hall.disk_works = false;
    REQUIRE(hall.say(1, record::Offer{Side::white}, "Anna (token 3)").empty());
    hall.run(10);
    CHECK(hall.view(0).acts.empty());
    hall.disk_works = true;
    hall.run(10);
    REQUIRE(hall.say(1, record::Adjourn{"Nf3"}).empty());
    hall.run(10);
    for (int n = 0; n < 2; ++n) {
        const auto acts = hall.view(0).acts;
        REQUIRE(acts.size() == 2);
        CHECK(acts[0].by == "Anna (token 3)");
        CHECK(std::holds_alternative<record::Offer>(acts[0].what));
        CHECK(acts[1].by.empty());
        CHECK(std::get<record::Adjourn>(acts[1].what).sealed.empty());
        CHECK(acts[0].t_ms <= acts[1].t_ms);
        hall.kill();
    }
}

TEST_CASE_METHOD(OneTable, "time that an arbiter gave is known as another, or no longer after a restart") {
    hands.play("e4 e5");
    hall.run(10);
    for (const auto add_ms : {120'000, -120'000}) {
        const auto time = hall.round().time_with(1, {add_ms, 0}, hall.now);
        if (!time) FAIL(time.error());
        REQUIRE(hall.say(1, *time).empty());
        hall.run(10);
    }
    REQUIRE(hall.say(1, record::Pause{}).empty());
    hall.run(10);
    for (int n = 0; n < 2; ++n) {
        const auto acts = hall.view(0).acts;
        REQUIRE(acts.size() == 3);
        CHECK(std::abs(acts[0].added_ms[0] - 120'000) < 1'000);
        CHECK(std::abs(acts[1].added_ms[0] + 120'000) < 1'000);
        for (const auto& act : acts) CHECK(act.added_ms[1] == 0);
        CHECK(acts[2].added_ms[0] == 0);
        hall.kill();
    }
}

TEST_CASE_METHOD(
    OneTable,
    "whether a board is here, on which port, and what is the matter with it, is as it was told last") {
    hall.run(10);
    REQUIRE(hall.view(0).hello);
    CHECK(hall.view(0).hello->board_id == 0xA1);
    CHECK(hall.view(0).trouble.empty());
    CHECK(hall.view(0).port == "P1");
    hall.unplug(0);
    CHECK_FALSE(hall.view(0).hello);
    CHECK(hall.view(0).trouble == "port P1 was closed");
    hall.plug(0, board);
    hall.run(10);
    CHECK(hall.view(0).hello);
    CHECK(hall.view(0).trouble.empty());
    REQUIRE(hall.use_port(1, "P9").empty());
    CHECK(hall.view(0).port == "P9");
    CHECK_FALSE(hall.view(0).hello);
}

TEST_CASE_METHOD(OneTable, "an arbiter is not told that a board is looked for on another port") {
    hall.run(10);
    hall.round().change_ports(hall.round().port_change(1, "P9", drivers::Maker::adoube).value(), hall.now);
    CHECK(hall.round().take_work().looked_at == std::vector{round::TableId{0}});
}

TEST_CASE_METHOD(OneTable,
                 "an arbiter is told what the journal lost of the game on his board, and of no other") {
    hall.run(10);
    CHECK(hall.view(0).lost.empty());
    const std::vector<journal::Lost> lost{{.game_id = "game-0", .had = 7, .has = 2},
                                          {.game_id = "game-1", .had = 9, .has = 5}};
    hall.round().know_lost(lost);
    CHECK(hall.view(0).lost.find("of game game-1 the last 4 of 9 inputs are gone") != std::string_view::npos);
    CHECK(hall.round().take_work().looked_at == std::vector{round::TableId{0}});
    hall.round().know_lost({});
    CHECK(hall.view(0).lost.empty());
}

TEST_CASE_METHOD(OneTable, "when a game began is another time after the daemon was killed, is when its board "
                           "was set up, or stays once its moves are taken back") {
    hall.run(20);
    CHECK_FALSE(hall.view(0).begun_ms);
    hall.run(100);
    hands.play("e4 e5");
    hall.run(10);
    const auto begun = hall.view(0).begun_ms;
    REQUIRE(begun);
    CHECK(begun->count() > 0);
    hands.play("Nf3 Nc6");
    hall.run(10);
    CHECK(hall.view(0).begun_ms == begun);
    hall.kill();
    CHECK(hall.view(0).begun_ms == begun);
    REQUIRE(hall.say(1, record::TakeBack{4}).empty());
    hall.run(10);
    CHECK(hall.view(0).begun_ms != begun);
}
