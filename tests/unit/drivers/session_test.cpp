#include "scripted_board.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using namespace adoube::drivers;
using tests::frame_of;
using tests::heard;
using tests::ScriptedBoard;

namespace {

template<class What>
std::vector<What> told(std::vector<News> news) {
    std::vector<What> all;
    for (const auto& one : news)
        if (const auto* what = std::get_if<What>(&one)) all.push_back(*what);
    return all;
}

struct Following {
    Session session;
    ScriptedBoard board{7, 100};

    Following() {
        session.opened({});
        session.received(frame_of(board.hello()), SteadyUs(1'000));
        session.take_news();
        session.follow({100, 100});
        heard(session);
        for (int n = 0; n < 50; ++n) board.happen();
    }
    void events(std::uint32_t from, std::uint32_t to) {
        session.received(frame_of(board.events(from, to)), SteadyUs(2'000));
    }
};

} // namespace

TEST_CASE("an opened link asks who is there, and asks again") {
    Session session;
    session.opened({});
    CHECK(heard(session).enquiries == 1);
    session.tick(SteadyUs(900'000));
    CHECK(heard(session).enquiries == 0);
    session.tick(SteadyUs(1'000'000));
    CHECK(heard(session).enquiries == 1);
}

TEST_CASE("a board that says hello is told of once, and followed from where the record ends") {
    Session session;
    session.opened({});
    heard(session);
    const ScriptedBoard board(7, 100);
    session.received(frame_of(board.hello()), SteadyUs(1'000));
    session.received(frame_of(board.hello()), SteadyUs(2'000));
    const auto arrived = told<Arrived>(session.take_news());
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].hello.board_id == 0xB0A2D);
    session.follow({90, 95});
    const auto said = heard(session);
    REQUIRE(said.acks.size() == 1);
    CHECK(said.acks[0] == wire::Ack{7, 90}); // 90 to 94 not yet durable
    REQUIRE(said.resends.size() == 1);
    CHECK(said.resends[0] == wire::Resend{7, 95});
}

TEST_CASE("events are acknowledged when they are durable, not when they come") {
    Following f;
    f.events(100, 110);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 10);
    CHECK(heard(f.session).acks.empty());
    f.session.durable(7, 104);
    CHECK(heard(f.session).acks == std::vector{wire::Ack{7, 104}});
    f.session.durable(6, 110); // of another boot
    f.session.durable(7, 104);
    CHECK(heard(f.session).acks.empty());
}

TEST_CASE("events that come again are told once, and the lost acknowledgement is repeated") {
    Following f;
    f.events(100, 110);
    f.session.durable(7, 110);
    f.session.take_news();
    heard(f.session);
    f.events(105, 110);
    CHECK(f.session.take_news().empty());
    CHECK(heard(f.session).acks == std::vector{wire::Ack{7, 110}});
    f.events(105, 112); // half new
    CHECK(told<EventSeen>(f.session.take_news()).size() == 2);
    CHECK(f.session.counters().duplicates == 10);
}

TEST_CASE("a hole is not passed over: the missing events are asked for until they come") {
    Following f;
    f.events(100, 105);
    f.session.take_news();
    f.events(110, 115);
    f.events(115, 120);
    CHECK(f.session.take_news().empty());
    CHECK(heard(f.session).resends == std::vector{wire::Resend{7, 105}});
    f.session.tick(SteadyUs(400'000));
    CHECK(heard(f.session).resends.empty());
    f.session.tick(SteadyUs(502'000));
    CHECK(heard(f.session).resends == std::vector{wire::Resend{7, 105}});
    f.events(105, 120);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 15);
    f.session.tick(SteadyUs(1'100'000));
    CHECK(heard(f.session).resends.empty());
    CHECK(f.session.counters().holes == 2);
}

TEST_CASE("a snapshot counts only where all events before it were told") {
    Following f;
    auto snapshot = f.board.snapshot(); // after 150
    f.session.received(frame_of(snapshot), SteadyUs(2'000));
    CHECK(f.session.take_news().empty());
    CHECK(heard(f.session).resends.size() == 1);
    f.events(100, 132);
    f.events(132, 150);
    f.session.take_news();
    f.session.received(frame_of(snapshot), SteadyUs(3'000));
    CHECK(told<SnapshotSeen>(f.session.take_news()).size() == 1);
    snapshot.next_seq = 149;
    f.session.received(frame_of(snapshot), SteadyUs(3'000));
    CHECK(f.session.take_news().empty());
    CHECK(f.session.counters().stale_snapshots == 1);
    CHECK(f.session.account().find("1 holes, 1 requests to send again, 1 stale snapshots so far") !=
          std::string::npos);
}

TEST_CASE("a gap moves on behind the events that will never come, once") {
    Following f;
    f.events(100, 105);
    f.session.take_news();
    wire::Gap gap{.boot_id = 7,
                  .from_seq = 103,
                  .to_seq = 120,
                  .cause = wire::GapCause::overflow,
                  .time_us = 9,
                  .squares = {}};
    f.session.received(frame_of(gap), SteadyUs(2'000));
    f.session.received(frame_of(gap), SteadyUs(2'000));
    const auto lost = told<EventsLost>(f.session.take_news());
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].next_seq == 120);
    CHECK(f.session.counters().lost_events == 15);
    f.events(120, 121);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 1);
    gap.from_seq = 130, gap.to_seq = 140; // 121 to 129 still missing
    heard(f.session);
    f.session.received(frame_of(gap), SteadyUs(2'000));
    CHECK(f.session.take_news().empty());
    CHECK(heard(f.session).resends == std::vector{wire::Resend{7, 121}});
}

TEST_CASE("an event of a kind unknown here is told to nobody and acknowledged in its turn") {
    Following f;
    wire::Events batch;
    batch.boot_id = 7;
    batch.first_seq = 100;
    batch.push(tests::lift(1));
    batch.push({5'000, static_cast<wire::EventKind>(99), 0, wire::Content::empty});
    batch.push({5'000, wire::EventKind::drop, 64, wire::Content::occupied});
    batch.push(tests::lift(9));
    f.session.received(frame_of(batch), SteadyUs(2'000));
    CHECK(told<EventSeen>(f.session.take_news()).size() == 2);
    CHECK(heard(f.session).acks.empty());
    f.session.durable(7, 101);
    CHECK(heard(f.session).acks == std::vector{wire::Ack{7, 103}});
    f.session.durable(7, 104);
    CHECK(heard(f.session).acks == std::vector{wire::Ack{7, 104}});
    batch.first_seq = 104;
    wire::Events unknown;
    unknown.boot_id = 7;
    unknown.first_seq = 104;
    unknown.push({5'000, static_cast<wire::EventKind>(0), 0, wire::Content::empty});
    f.session.received(frame_of(unknown), SteadyUs(2'000));
    CHECK(heard(f.session).acks == std::vector{wire::Ack{7, 105}});
}

TEST_CASE("a board that starts anew is told of, and nothing of its earlier start is taken any more") {
    Following f;
    const ScriptedBoard again(8);
    f.session.received(frame_of(again.hello()), SteadyUs(2'000));
    CHECK(told<Arrived>(f.session.take_news()).size() == 1);
    f.session.follow({0, 0});
    f.events(100, 110);
    CHECK(f.session.take_news().empty());
    CHECK(f.session.counters().other_boot == 1);
    CHECK(f.session.counters().boots == 2);
}

TEST_CASE("a board that lost sight of the host is sent on from where it was") {
    Following f;
    f.events(100, 105);
    f.session.durable(7, 103);
    f.session.take_news();
    heard(f.session);
    f.session.received(frame_of(f.board.hello()), SteadyUs(2'000));
    CHECK(told<Arrived>(f.session.take_news()).empty());
    const auto said = heard(f.session);
    CHECK(said.acks == std::vector{wire::Ack{7, 103}});
    CHECK(said.resends == std::vector{wire::Resend{7, 105}});
}

TEST_CASE("a refused board is told of again for as long as it says hello, and its events are not taken") {
    Session session;
    session.opened({});
    const ScriptedBoard board(7);
    session.received(frame_of(board.hello()), {});
    session.take_news();
    session.refuse();
    session.received(frame_of(board.events(0, 0)), {});
    CHECK(session.take_news().empty());
    session.received(frame_of(board.hello()), SteadyUs(1'000'000));
    CHECK(told<Arrived>(session.take_news()).size() == 1);
}

TEST_CASE("a ping tells the board's clock, half a round trip later") {
    Following f;
    f.session.tick(SteadyUs(1'500'000));
    const auto said = heard(f.session);
    REQUIRE(said.pings.size() == 1);
    f.session.received(frame_of(wire::Pong{7, said.pings[0].host_us, 80'000}), SteadyUs(1'504'000));
    const auto read = told<ClockRead>(f.session.take_news());
    REQUIRE(read.size() == 1);
    CHECK(read[0].board_us == BoardUs(82'000));
    f.session.received(frame_of(wire::Pong{7, 9'000'000'000, 80'000}),
                       SteadyUs(1'504'000)); // for no ping of ours
    CHECK(f.session.take_news().empty());
    f.session.received(frame_of(wire::Pong{7, said.pings[0].host_us, 80'000}), SteadyUs(2'600'000));
    CHECK(f.session.take_news().empty());
    CHECK(f.session.counters().late_pongs == 1);
}

TEST_CASE("a time that no board can mean is the last one") {
    constexpr std::uint64_t never_us = 1ULL << 63, week_us = Session::longest_pause_us;
    const auto hello_at = [](ScriptedBoard& board, std::uint64_t us) {
        board.time_us = us;
        return frame_of(board.hello());
    };
    const auto event_at = [](std::uint32_t seq, std::uint64_t us) {
        wire::Events events;
        events.boot_id = 7, events.first_seq = seq;
        auto event = tests::lift(seq);
        event.time_us = us;
        events.push(event);
        return frame_of(events);
    };
    SECTION("of a message") {
        Following f;
        auto shown = f.board.snapshot();
        shown.next_seq = 103, shown.time_us = never_us;
        for (const auto& frame : {event_at(100, week_us + 1), event_at(101, 5'000'000),
                                  event_at(102, 5'000'001 + week_us), frame_of(shown)})
            f.session.received(frame, SteadyUs(2'000));
        f.session.tick(SteadyUs(1'500'000));
        f.session.received(frame_of(wire::Pong{7, 1'500'000, never_us}), SteadyUs(1'500'000));
        const auto news = f.session.take_news();
        const auto seen = told<EventSeen>(news);
        REQUIRE(seen.size() == 3);
        CHECK(seen[0].event.time_us == 0);
        CHECK(seen[1].event.time_us == 5'000'000);
        CHECK(seen[2].event.time_us == 5'000'000);
        CHECK(told<SnapshotSeen>(news).at(0).board_us == BoardUs(5'000'000));
        CHECK(told<ClockRead>(news).at(0).board_us == BoardUs(5'000'000));
        CHECK(f.session.counters().lost_times == 4);
    }
    SECTION("of a hello") {
        Session session;
        session.opened({});
        ScriptedBoard board(7);
        session.received(hello_at(board, never_us), {});
        CHECK(told<Arrived>(session.take_news()).at(0).hello.time_us == 0);
        session.closed();
        session.opened(SteadyUs(1'000));
        session.received(hello_at(board, 9'000'000), SteadyUs(1'000));
        session.closed();
        session.opened(SteadyUs(2'000));
        session.received(hello_at(board, never_us), SteadyUs(2'000));
        CHECK(told<Arrived>(session.take_news()).at(0).hello.time_us == 9'000'000);
    }
    SECTION("but a board that was left alone for a month is believed") {
        Following f;
        f.session.received(hello_at(f.board, 5 * week_us), SteadyUs(2'000));
        f.session.received(event_at(100, 5 * week_us + 1), SteadyUs(2'000));
        CHECK(told<EventSeen>(f.session.take_news()).at(0).event.time_us == 5 * week_us + 1);
        CHECK(f.session.counters().lost_times == 0);
    }
}

TEST_CASE("a board that starts anew has a clock of its own") {
    Following f;
    const auto pong = [&](std::uint32_t boot, std::uint64_t board_us, std::uint64_t now_us) {
        f.session.tick(SteadyUs(now_us));
        const auto said = heard(f.session);
        REQUIRE(said.pings.size() == 1);
        f.session.received(frame_of(wire::Pong{boot, said.pings[0].host_us, board_us}),
                           SteadyUs(now_us + 400));
        const auto read = told<ClockRead>(f.session.take_news());
        REQUIRE(read.size() == 1);
        return read[0].board_us;
    };
    CHECK(pong(7, 3'600'000'000, 1'500'000) == BoardUs(3'600'000'200));
    const ScriptedBoard again(8);
    f.session.received(frame_of(again.hello()), SteadyUs(2'000'000));
    f.session.take_news();
    f.session.follow({0, 0});
    heard(f.session);
    CHECK(pong(8, 900'000, 3'100'000) == BoardUs(900'200));
}

TEST_CASE("condition, chip, levels and calibration are told of the board that is followed, and of no other") {
    Following f;
    const wire::Condition condition{7, wire::ResetCause::brown_out, 4'100, 0xFF};
    f.session.received(frame_of(condition), SteadyUs(1'000));
    f.session.received(frame_of(wire::SensorLevels{7, 5, {1, 2, 3}}), SteadyUs(1'000));
    f.session.received(frame_of(wire::Calibration{7, 1, 200, 150, {}}), SteadyUs(1'000));
    f.session.received(frame_of(wire::Chip{7, 2, 0x2000'1234, 0x2000'0801}), SteadyUs(1'000));
    f.session.received(frame_of(wire::Condition{6, wire::ResetCause::watchdog, 0, 0}), SteadyUs(1'000));
    f.session.received(frame_of(wire::Chip{6, 2, 0x2000'1234, 0}), SteadyUs(1'000));
    const auto news = f.session.take_news();
    REQUIRE(news.size() == 4);
    CHECK(std::get<ConditionSeen>(news[0]).condition == condition);
    CHECK(std::get<LevelsSeen>(news[1]).levels.levels[2] == 3);
    CHECK(std::get<CalibrationSeen>(news[2]).calibration.threshold == 200);
    CHECK(std::get<ChipSeen>(news[3]).chip.fault_at == 0x2000'1234);
    CHECK(f.session.counters().other_boot == 2);
}

TEST_CASE("what is asked of a board goes to the one that is followed, under its boot id") {
    Session nobody;
    nobody.opened({});
    heard(nobody);
    nobody.ask_levels();
    nobody.reboot(wire::RebootInto::loader);
    CHECK(nobody.take_bytes().empty());

    Following f;
    f.session.ask_levels();
    f.session.calibrate({.threshold = 200, .release = 150});
    f.session.reboot(wire::RebootInto::loader);
    const auto said = heard(f.session);
    CHECK(said.asked_levels == 1);
    CHECK(said.calibrations == std::vector{wire::Calibration{7, 0, 200, 150, {}}});
    CHECK(said.reboots == std::vector{wire::Reboot{7, wire::RebootInto::loader}});
}

TEST_CASE("who says nothing intelligible for three seconds is called silent, and why") {
    Session session;
    session.opened({});
    std::string expected;
    SECTION("nothing at all") { expected = "no board that answers"; }
    SECTION("garbage") {
        const std::vector<std::uint8_t> garbage(5'000, 0x41);
        session.received(garbage, SteadyUs(1'000'000));
        expected = "no frame of a board";
    }
    SECTION("another version of the protocol") {
        session.received(frame_of(wire::Enquire{}, 9), SteadyUs(1'000'000));
        expected = "version 9";
    }
    SECTION("a board that was there") {
        session.received(frame_of(ScriptedBoard(1).hello()), {});
        session.follow({0, 0});
        expected = "fell silent";
    }
    session.tick(SteadyUs(2'900'000));
    CHECK(told<Silent>(session.take_news()).empty());
    session.tick(SteadyUs(3'000'000));
    const auto silent = told<Silent>(session.take_news());
    REQUIRE(silent.size() == 1);
    CHECK(silent[0].why.find(expected) != std::string::npos);
    session.tick(SteadyUs(9'000'000));
    CHECK(session.take_news().empty());
}

TEST_CASE("more events than any board may send at once are left until those before are durable") {
    Following f;
    for (int n = 0; n < 2'000; ++n) f.board.happen();
    for (std::uint32_t seq = 100; seq < 1'000; seq += 32) f.events(seq, seq + 32);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 2 * wire::window_events);
    CHECK(f.session.counters().beyond_window > 0);
    f.session.durable(7, 100 + 2 * wire::window_events);
    f.events(100 + 2 * wire::window_events, 700);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 32);
}

TEST_CASE("what there is no room for is left to the board, and asked for when there is room again") {
    Following f;
    for (int n = 0; n < 2'000; ++n) f.board.happen();
    f.session.give_room(10);
    f.events(100, 132);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 10);
    f.session.received(frame_of(wire::Snapshot{7, 110, 0, {}}), {});
    wire::Gap gap;
    gap.boot_id = 7;
    gap.from_seq = 110;
    gap.to_seq = 120;
    f.session.received(frame_of(gap), {});
    CHECK(f.session.take_news().empty());
    CHECK(f.session.counters().beyond_room == 3);
    heard(f.session);
    f.session.give_room(0);
    CHECK(heard(f.session).resends.empty());
    f.session.give_room(500);
    const auto asked = heard(f.session).resends;
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].from_seq == 110);
    f.events(110, 142);
    CHECK(told<EventSeen>(f.session.take_news()).size() == 32);
}

TEST_CASE("a host that may be gone on for says its epoch with what it acknowledges") {
    Session session;
    session.go_on_in(65'536);
    session.opened({});
    ScriptedBoard board(7, 100);
    session.received(frame_of(board.hello()), SteadyUs(1'000));
    session.follow({90, 95});
    auto said = heard(session);
    CHECK(said.acks == std::vector{wire::Ack{7, 90, 65'536}});
    CHECK(said.resends == std::vector{wire::Resend{7, 95}});
    session.go_on_in(65'537); // without the other
    session.durable(7, 95);
    CHECK(heard(session).acks == std::vector{wire::Ack{7, 95, 65'537}});
}

TEST_CASE("a host that is alone takes a board from whichever host it was followed by") {
    Session session;
    session.opened({});
    auto hello = ScriptedBoard(7, 100).hello();
    hello.epoch = 65'537;
    session.received(frame_of(hello), SteadyUs(1'000));
    session.follow({90, 95});
    CHECK(heard(session).acks == std::vector{wire::Ack{7, 90, 65'537}});
    hello.epoch = 131'072;
    session.received(frame_of(hello), SteadyUs(2'000));
    const auto said = heard(session);
    CHECK(said.acks == std::vector{wire::Ack{7, 90, 131'072}});
    CHECK(told<Superseded>(session.take_news()).empty());
}

TEST_CASE("a host for which another has gone on tells it once, and takes and acknowledges nothing more") {
    const bool is_following = GENERATE(false, true);
    Session session;
    session.go_on_in(65'537);
    session.opened({});
    ScriptedBoard board(7, 100);
    auto hello = board.hello();
    if (is_following) {
        session.received(frame_of(hello), SteadyUs(1'000));
        session.follow({100, 100});
    }
    heard(session);
    session.take_news();
    hello.epoch = 131'072;
    for (int n = 0; n < 3; ++n) session.received(frame_of(hello), SteadyUs(2'000));
    auto news = session.take_news();
    REQUIRE(told<Superseded>(news).size() == 1);
    CHECK(told<Superseded>(news)[0].epoch == 131'072);
    CHECK(told<Arrived>(news).empty());
    for (int n = 0; n < 5; ++n) board.happen();
    session.received(frame_of(board.events(100, 105)), SteadyUs(3'000));
    session.durable(7, 105);
    CHECK(told<EventSeen>(session.take_news()).empty());
    const auto said = heard(session);
    CHECK(said.acks.empty());
    CHECK(said.resends.empty());
}
