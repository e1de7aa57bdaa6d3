#include "daemon/stream/hall_stream.hpp"

#include "daemon/stream/subject.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

using namespace adoube;
using broadcast::game_with;
using stream::HallStream;
using stream::Version;

namespace {

constexpr UtcMs told{1'764'590'400'000};

/// All that wait, stored.
std::vector<HallStream::Message> stored(HallStream& hall, UtcMs now = told) {
    std::vector<HallStream::Message> all;
    while (const auto message = hall.next(now)) {
        hall.stored(*message);
        all.push_back(*message);
    }
    return all;
}
std::vector<std::string> subjects(const std::vector<HallStream::Message>& messages) {
    std::vector<std::string> all;
    for (const auto& message : messages) all.push_back(message.subject);
    return all;
}
using Subjects = std::vector<std::string>;

} // namespace

TEST_CASE("of a game more than its newest state is sent, or it is sent before the stream was looked at") {
    HallStream hall;
    hall.put(game_with("E-r1.b1", 1, {}));
    hall.put(game_with("b", 2, {}));
    hall.put(game_with("E-r1.b1", 1, {"e4"}));
    CHECK_FALSE(hall.next(told));
    hall.joined({}, told);
    const auto sent = stored(hall);
    CHECK(subjects(sent) ==
          Subjects{"alive", "game.E-r1~b1", "game.b"}); // who has waited longest comes first
    CHECK(sent[1].text.contains("e2e4"));
    CHECK(hall.waiting() == 0);
    hall.put(game_with("E-r1.b1", 1, {"e4"}));
    CHECK(hall.waiting() == 0); // it is the same
}

TEST_CASE("nobody hears of a hall that changes faster than its stream takes it, or how far behind that is") {
    HallStream hall;
    hall.joined({}, told);
    CHECK(subjects(stored(hall)) == Subjects{"alive"});
    int busy = 0, alive = 0;
    std::string last;
    for (std::int64_t ms = 0; ms < 60'000; ms += 200) { // a message each 200 ms
        for (int board = 1; board <= 30 && ms % 4'000 == 0; ++board) {
            auto game = game_with("b" + std::to_string(board), board, {});
            game.tags.set("Event", std::to_string(ms));
            hall.put(game);
        }
        if (ms % 2'000 == 0) {
            auto game = game_with("busy", 40, {});
            game.tags.set("Event", std::to_string(ms));
            hall.put(game);
        }
        const auto message = hall.next(told + ms);
        if (!message) continue;
        hall.stored(*message);
        busy += message->subject == "game.busy";
        alive += message->subject == "alive";
        if (message->subject == "alive") last = message->text;
    }
    CHECK(busy >= 6);
    CHECK(alive >= 25);
    CHECK_FALSE(last.contains("\"behind_ms\":0"));
}

TEST_CASE("a hall says too seldom how it is, or not at once that it is delayed") {
    HallStream hall;
    hall.joined({}, told);
    CHECK(stored(hall).size() == 1);
    CHECK(stored(hall, told + 1'999).empty());
    CHECK(stored(hall, told + 2'000).size() == 1);
    hall.tell_delay(900'000);
    const auto delayed = stored(hall, told + 2'001);
    REQUIRE(delayed.size() == 1);
    CHECK(delayed[0].text.contains("\"delay_ms\":900000,\"behind_ms\":0"));
    CHECK(stored(hall, told - 5'000).size() == 1); // the clock was set back
}

TEST_CASE(
    "what was on its way when the stream went away is lost, or what the stream lost is not sent again") {
    HallStream hall;
    hall.joined({}, told);
    hall.put(game_with("a", 1, {}));
    hall.put(game_with("b", 2, {}));
    CHECK(hall.next(told)->subject == "alive");
    CHECK(hall.next(told)->subject == "game.a");
    hall.left();
    CHECK_FALSE(hall.next(told));
    hall.joined({}, told);
    const auto sent = stored(hall);
    REQUIRE(subjects(sent) == Subjects{"game.a", "game.b"});
    HallStream::Held held{{sent[0].subject, sent[0].version}};
    hall.joined(held, told);
    CHECK(subjects(stored(hall)) == Subjects{"game.b"});
    held[sent[1].subject] = Version{sent[1].version.term - 1, 99}; // an earlier run's
    hall.joined(held, told);
    CHECK(subjects(stored(hall)) == Subjects{"game.b"});
}

TEST_CASE("a hall that starts again, even with its clock set back, is older than it was") {
    const Version before{static_cast<std::uint64_t>(told.count()) + 77, 5};
    HallStream hall;
    hall.put(game_with("a", 1, {}));
    hall.joined({{"alive", before}}, told - 3'600'000);
    for (const auto& message : stored(hall)) CHECK(message.version > before);
    HallStream kept;
    kept.joined({}, told - 3'600'000, before.term); // and the stream was wiped
    CHECK(kept.term() > before.term);
}

TEST_CASE("a daemon goes on to speak for a hall that another one has taken over") {
    HallStream hall;
    hall.joined({}, told);
    CHECK(stored(hall).size() == 1);
    hall.joined({{"alive", Version{static_cast<std::uint64_t>(told.count()) + 2, 1}}}, told);
    CHECK(hall.is_superseded());
    hall.put(game_with("a", 1, {}));
    CHECK_FALSE(hall.next(told));
}

TEST_CASE("a game that was over before the start comes after those that are played") {
    HallStream hall;
    hall.put(game_with("now", 1, {}));
    hall.recall(game_with("before", 1, {"e4"}));
    hall.recall(game_with("now", 1, {"d4"})); // is played
    hall.joined({}, told);
    const auto sent = stored(hall);
    REQUIRE(subjects(sent) == Subjects{"alive", "game.now", "game.before"});
    CHECK(sent[1].text.contains("\"moves\":[]"));
    CHECK(sent[2].text.starts_with(R"({"came":"0-0")"));
}

TEST_CASE("a hall that shows games for weeks keeps a message of each, or forgets one that is not stored") {
    HallStream hall;
    for (std::size_t count = 0; count < HallStream::most_messages + 10; ++count)
        hall.put(game_with("a" + std::to_string(count), 1, {}));
    CHECK(hall.waiting() == HallStream::most_messages + 10);
    hall.joined({}, told);
    CHECK(stored(hall).size() == HallStream::most_messages + 11);
    hall.joined({}, told); // all is lost
    CHECK(hall.waiting() == HallStream::most_messages);
    CHECK(hall.next(told + 2'000)->subject == "alive");
    CHECK(hall.next(told + 2'000)->subject == "game.a10");
}

TEST_CASE("a subject cannot be read as what it was made of") {
    CHECK(stream::game_id(stream::game_subject("E-r1.b_1")) == "E-r1.b_1");
    CHECK(stream::game_subject("a.b.c") == "game.a~b~c");
    CHECK(stream::game_id("standings").empty());
    const auto read = stream::parse_subject("olympiad.West.game.a~b", "olympiad");
    REQUIRE(read);
    CHECK((read->hall == "West" && read->rest == "game.a~b"));
    for (const auto* other :
         {"olympiads.West.alive", "olympiad", "olympiad.West", "olympiad..alive", "olympiad.W est.alive"})
        CHECK_FALSE(stream::parse_subject(other, "olympiad"));
    for (const auto* name : {"", "a.b", "a>", "*", "a b"}) CHECK_FALSE(stream::check_name(name));
    CHECK(stream::version_from("17-4") == Version{17, 4});
    for (const auto* version : {"", "17", "17-", "-4", "17-4x", "17-99999999999999999999"})
        CHECK_FALSE(stream::version_from(version));
}

TEST_CASE("the stream keeps a game whose record was deleted, now or before this start") {
    HallStream hall;
    hall.put(game_with("a", 1, {"e4"}));
    hall.joined({}, told);
    stored(hall);
    hall.forget("a");
    hall.recall(game_with("b", 1, {"d4"}));
    auto sent = stored(hall);
    CHECK(subjects(sent) == Subjects{"game.a", "game.b"});
    CHECK(sent[0].text.contains(R"("is":null)"));
    CHECK_FALSE(sent[0].text.contains("e4"));

    HallStream again;
    again.know_deleted({"a", "never-there"});
    again.put(game_with("c", 1, {}));
    again.joined({{"game.a", Version{1, 1}}, {"game.b", Version{1, 2}}}, told);
    sent = stored(again);
    CHECK(subjects(sent) == Subjects{"alive", "game.c", "game.a"});
    CHECK(sent[2].text.contains(R"("is":null)"));
}
