#include "firmware/virtual/playback.hpp"
#include "tests/catch.hpp"

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;
using adoube::wire::Sensing;

namespace {

constexpr std::uint64_t ms = 1'000;
constexpr unsigned e2 = 12, e4 = 28, d5 = 35, a8 = 56;

std::string header(const std::string& more = "") {
    return R"({"log":"adoube-sensor-log","version":1,"sensing":"identity")" + more + "}";
}

SensorScript script_with(const std::string& more) {
    SensorScript script;
    const auto read = script.read_header(header(more));
    INFO((read ? "" : read.error()));
    REQUIRE(read);
    return script;
}

std::optional<Deed> deed(SensorScript& script, std::string_view line) {
    const auto read = script.read_input(line);
    INFO(line);
    REQUIRE(read);
    return *read;
}

Content content_after(SensorScript& script, std::string_view line) {
    const auto read = deed(script, line);
    REQUIRE(read);
    return std::get<SetSquare>(read->what).content;
}

/// All events of these lines, played at this speed in 3 ms real-time steps.
std::vector<Event> play(const std::vector<std::string>& lines, double speed,
                        Sensing sensing = Sensing::identity) {
    SensorScript script = script_with("");
    VirtualBoard board({.sensing = sensing}, script.squares());
    Playback playback(board, speed);
    for (const std::string& line : lines)
        if (const auto read = deed(script, line)) playback.add(*read);
    playback.end();
    std::vector<Event> events;
    for (std::uint64_t real_us = 1'000 * ms; !playback.over(); real_us += 3 * ms) {
        REQUIRE(real_us < 100'000 * ms);
        CHECK(playback.run(real_us) >= real_us);
        for (const Event& event : board.drain()) events.push_back(event);
    }
    return events;
}

const std::vector<std::string> exchange_on_d5{
    R"({"t":1000,"lift":"e2"})", R"({"t":1500,"drop":"e4"})",
    R"({"t":1900,"press":"w"})", R"({"t":1900,"offer":"w"})",
    R"({"t":2500,"lift":"d7"})", R"({"t":3000,"drop":"d5"})",
    R"({"t":3300,"press":"b"})", R"({"t":4000,"lift":"d5"})",
    R"({"t":4200,"lift":"e4"})", R"({"t":4800,"drop":"d5","piece":"P"})",
    R"({"t":5000,"call":"w"})",  R"({"t":5000,"adjust":"b"})"};

} // namespace

TEST_CASE("a log's deeds come out as events with their times, at any speed") {
    for (const double speed : {0.0, 1.0, 7.0, 100.0}) {
        INFO("speed " << speed);
        const auto events = play(exchange_on_d5, speed);
        const std::vector<Event> expected{{1'000 * ms, EventKind::lift, e2, Content::white_pawn},
                                          {1'500 * ms, EventKind::drop, e4, Content::white_pawn},
                                          {1'900 * ms, EventKind::press_white},
                                          {2'500 * ms, EventKind::lift, 51, Content::black_pawn},
                                          {3'000 * ms, EventKind::drop, d5, Content::black_pawn},
                                          {3'300 * ms, EventKind::press_black},
                                          {4'000 * ms, EventKind::lift, d5, Content::black_pawn},
                                          {4'200 * ms, EventKind::lift, e4, Content::white_pawn},
                                          {4'800 * ms, EventKind::drop, d5, Content::white_pawn},
                                          {5'000 * ms, EventKind::adjust_black},
                                          {5'000 * ms, EventKind::call_white}};
        CHECK(events == expected);
    }
}

TEST_CASE("a piece whose name the log leaves out is the one that was lifted last, and fits") {
    SensorScript script = script_with("");
    deed(script, R"({"t":1,"lift":"d5"})"); // nothing stood there
    CHECK(content_after(script, R"({"t":2,"drop":"d5"})") == Content::occupied);
    deed(script, R"({"t":3,"lift":"e2"})");
    deed(script, R"({"t":4,"lift":"e7"})");
    CHECK(content_after(script, R"({"t":5,"drop":"e4","side":"w"})") == Content::white_pawn);
    CHECK(content_after(script, R"({"t":6,"drop":"e5"})") == Content::black_pawn);
    deed(script, R"({"t":7,"lift":"a2"})");
    CHECK(content_after(script, R"({"t":8,"drop":"a8","piece":"Q"})") == Content::white_queen);
    // The rook pushed off a8 is now in hand.
    CHECK(content_after(script, R"({"t":9,"drop":"a6","side":"b"})") == Content::black_rook);
}

TEST_CASE("a start that is not the normal one stands on the board") {
    const SensorScript script = script_with(R"(,"start":"4k3/8/8/8/8/8/P7/4K2R w K - 0 1","clock":false)");
    CHECK(script.squares().at(60) == Content::black_king);
    CHECK(script.squares().at(4) == Content::white_king);
    CHECK(script.squares().at(7) == Content::white_rook);
    CHECK(script.squares().at(8) == Content::white_pawn);
    CHECK(script.squares().at(a8) == Content::empty);
    CHECK_FALSE(script.has_lever());
    CHECK(script_with("").squares() == start_position());
    CHECK(script_with("").has_lever());
}

TEST_CASE("a snapshot moves the pieces that it shows elsewhere, and leaves what it cannot tell apart") {
    SensorScript script;
    REQUIRE(script.read_header(R"({"log":"adoube-sensor-log","version":1,"sensing":"presence"})"));
    std::string letters = std::string(16, 'x') + std::string(20, '.') + "x" + std::string(11, '.') +
                          std::string(4, 'x') + "." + std::string(11, 'x'); // e2 to e4, unseen
    const auto all = deed(script, R"({"t":5,"snapshot":")" + letters + R"("})");
    REQUIRE(all);
    const auto& squares = std::get<SetAllSquares>(all->what).squares;
    CHECK(squares.at(e2) == Content::empty);
    CHECK(squares.at(e4) == Content::occupied);
    CHECK(squares.at(4) == Content::white_king);
}

TEST_CASE("what is not the board's is passed over, and what cannot be read is refused in one sentence") {
    SensorScript script = script_with("");
    for (const char* line : {R"({"t":1,"offer":"w"})", R"({"t":1,"arbiter":{"do":"pause"}})",
                             R"({"t":1,"mask":"e4","on":true})", R"({"t":1,"gap":"link"})", R"({"t":1})"})
        CHECK_FALSE(deed(script, line));
    for (const char* line :
         {"", "garbage", "[]", R"({"lift":"e2"})", R"({"t":"soon","lift":"e2"})", R"({"t":-5,"lift":"e2"})",
          R"({"t":1e300,"lift":"e2"})", R"({"t":2,"lift":"e9"})", R"({"t":2,"lift":5})",
          R"({"t":2,"press":"white"})", R"({"t":2,"snapshot":"xx"})", R"({"t":1,"lift":"e2"}extra)"}) {
        INFO(line);
        const auto read = script.read_input(line);
        REQUIRE_FALSE(read);
        CHECK_FALSE(read.error().empty());
    }
    CHECK_FALSE(script.read_input(R"({"t":1,"lift":"e2"})")); // time ran back
    SensorScript other;
    for (const char* line :
         {"", "{}", R"({"log":"other"})", R"({"log":"adoube-sensor-log"})",
          R"({"log":"adoube-sensor-log","sensing":"smell"})",
          R"({"log":"adoube-sensor-log","sensing":"presence","start":"rnbqkbnr w"})",
          R"({"log":"adoube-sensor-log","sensing":"presence","start":"9/8/8/8/8/8/8/8 w"})"})
        CHECK_FALSE(other.read_header(line));
}

TEST_CASE("at full speed the hands wait while the ring is full, and nothing is lost") {
    SensorScript script = script_with("");
    VirtualBoard board({.sensing = Sensing::presence}, script.squares());
    Playback playback(board, 0);
    constexpr std::size_t deeds = 20'000;
    std::size_t added = 0, told = 0;
    std::uint64_t real_us = 0, last_us = 0;
    while (!playback.over()) {
        while (added < deeds && playback.wants_more()) {
            playback.add({(added + 1) * 100 * ms,
                          SetSquare{e4, added % 2 == 0 ? Content::white_pawn : Content::empty}});
            ++added;
        }
        if (added == deeds) playback.end();
        playback.run(real_us += 5 * ms);
        REQUIRE(board.unacknowledged() <= 4096);
        if (real_us % (500 * ms) != 0 && !playback.over()) continue; // the host is slow
        for (const Event& event : board.drain()) {
            REQUIRE(event.time_us == ++told * 100 * ms);
            REQUIRE(event.time_us > last_us);
            last_us = event.time_us;
        }
    }
    CHECK(told + board.drain().size() == deeds);
}

TEST_CASE("hands that come late are not hurried: what follows keeps its distance") {
    VirtualBoard board({.sensing = Sensing::presence});
    Playback playback(board, 1);
    playback.add({100 * ms, SetSquare{e2, Content::empty}});
    std::uint64_t real_us = 0;
    for (; real_us < 3'000 * ms; real_us += ms) playback.run(real_us);
    playback.add({1'000 * ms, SetSquare{e4, Content::white_pawn}}); // two seconds late
    playback.add({1'400 * ms, SetSquare{e4, Content::empty}});
    playback.end();
    for (; !playback.over(); real_us += ms) playback.run(real_us);
    const auto events = board.drain();
    REQUIRE(events.size() == 3);
    CHECK(events[0].time_us == 100 * ms);
    CHECK(events[1].time_us >= 2'999 * ms);
    CHECK(events[2].time_us - events[1].time_us >= 399 * ms); // a scan's worth
    CHECK(events[2].time_us - events[1].time_us <= 401 * ms);
}

TEST_CASE("time goes on while the hands rest, also at full speed") {
    VirtualBoard board({.sensing = Sensing::presence});
    Playback playback(board, 0);
    playback.add({100 * ms, SetSquare{e2, Content::empty}});
    for (std::uint64_t real_us = 0; real_us < 500 * ms; real_us += 5 * ms) playback.run(real_us);
    CHECK(board.drain().size() == 1); // confirmed without another deed
}
