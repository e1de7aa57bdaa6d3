#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/server/hall.hpp"

#include <boost/json.hpp>
#include <memory>

using namespace adoube::server;
using namespace std::chrono_literals;
using adoube::broadcast::game_with;
using adoube::broadcast::large_change;

namespace {

boost::json::object next(Client& viewer) {
    const auto message = viewer.read_message();
    REQUIRE(message);
    return boost::json::parse(*message).as_object();
}
int seq(const boost::json::object& message) { return message.at("seq").to_number<int>(); }

} // namespace

TEST_CASE("two viewers get the state and then the same changes in the same order") {
    Hall hall;
    hall.publish(game_with("a", 1, {"e4"}));
    Client first(hall.port()), second(hall.port());
    for (Client* viewer : {&first, &second}) {
        REQUIRE(viewer->view());
        const auto whole = next(*viewer);
        CHECK(whole.at("type").as_string() == "round");
        CHECK(whole.at("games").at(0).at("moves").as_array().size() == 1);
    }
    hall.publish(game_with("a", 1, {"e4", "e5"}));
    hall.publish(game_with("b", 2, {"d4"}));
    for (Client* viewer : {&first, &second}) {
        const auto move = next(*viewer);
        CHECK(seq(move) == 2);
        CHECK(move.at("game").at("keep").to_number<int>() == 1);
        const auto other = next(*viewer);
        CHECK(seq(other) == 3);
        CHECK(other.at("game").at("id").as_string() == "b");
    }
    CHECK(hall.stats().viewers == 2);
}

TEST_CASE("a viewer of one board is told of others, or loses its game when that goes to another board") {
    Hall hall;
    hall.publish(game_with("a", 1, {"e4"}));
    hall.publish(game_with("b", 2, {"d4"}));
    Client viewer(hall.port());
    REQUIRE(viewer.view("?board=2"));
    const auto state = next(viewer);
    CHECK(state.at("boards").as_array().size() == 2);
    REQUIRE(state.at("games").as_array().size() == 1);
    CHECK(state.at("games").at(0).at("id").as_string() == "b");
    hall.publish(game_with("a", 1, {"e4", "e5"}));
    hall.publish(game_with("b", 2, {"d4", "d5"}));
    CHECK(next(viewer).at("game").at("id").as_string() == "b");
    hall.publish(game_with("a", 1, {"e4", "e5", "Nf3"}));
    hall.publish(game_with("b", 7, {"d4", "d5"}));
    const auto gone = next(viewer).at("game").as_object();
    CHECK(gone.at("board").to_number<int>() == 7);
    hall.publish(game_with("b", 7, {"d4", "d5", "c4"})); // whoever wants that follows board 7
    hall.publish(game_with("c", 2, {}));
    CHECK(next(viewer).at("game").at("id").as_string() == "c");
    CHECK(hall.stats().viewers == 1);
    for (const char* none : {"?board=7abc", "?board=%37", "?board=-7", "?board=99999999999"}) {
        Client whole(hall.port());
        REQUIRE(whole.view(none));
        CHECK(next(whole).at("games").as_array().size() == 3);
    }
}

TEST_CASE("a change waits until the viewer's computer has acknowledged the one before") {
    Hall hall;
    Client viewer(hall.port());
    REQUIRE(viewer.view());
    next(viewer);
    int late = 0;
    constexpr int pairs = 20;
    for (int pair = 0; pair < pairs; ++pair) {
        hall.publish(game_with("a", 1, {"e4"}));
        hall.publish(game_with("a", 1, {"e4", "e5"}));
        const auto published = std::chrono::steady_clock::now();
        next(viewer);
        next(viewer);
        late += std::chrono::steady_clock::now() - published > 20ms; // Linux acknowledges after 40 ms
        viewer.send_frame(10, ""); // a pong: who answers is slow to acknowledge
        std::this_thread::sleep_for(60ms);
    }
    CHECK(late < pairs / 2);
}

TEST_CASE("the server's time comes first, so that clocks are right at once") {
    Hall hall;
    Client viewer(hall.port());
    REQUIRE(viewer.view());
    const auto frame = viewer.read_frame();
    REQUIRE(frame);
    CHECK(frame->payload.starts_with(R"({"type":"now","now":)"));
}

TEST_CASE("a viewer is told another delay than the hall's, or learns of a new one only later") {
    Options options = on_loopback();
    options.heartbeat = 1h;
    options.wall = {.featured = {3, 1}, .turn_s = 20};
    Hall hall(options);
    const auto told = [](Client& viewer) {
        for (;;)
            if (const auto frame = viewer.read_frame();
                frame && frame->payload.find(R"("now")") != std::string::npos)
                return boost::json::parse(frame->payload);
    };
    Client viewer(hall.port());
    REQUIRE(viewer.view());
    const auto first = told(viewer);
    CHECK(first.at("delay_ms").as_int64() == 0);
    CHECK(first.at("wall") == boost::json::parse(R"({"featured":[3,1],"turn_s":20})"));
    hall.tell_delay(900'000);
    CHECK(told(viewer).at("delay_ms").as_int64() == 900'000);
    Client later(hall.port());
    REQUIRE(later.view());
    CHECK(told(later).at("delay_ms").as_int64() == 900'000);
}

TEST_CASE("a wall that is set in another way is so only for screens that come later, or who is in the hall "
          "changes") {
    Options options = on_loopback();
    options.heartbeat = 1h;
    options.trusted_proxies = Proxies(Networks::parse({"127.0.0.1"}).value());
    options.wall = {.featured = {3}, .hall = Networks::parse({"198.51.100.7"}).value()};
    Hall hall(options);
    const auto told = [](Client& viewer) {
        for (;;)
            if (const auto frame = viewer.read_frame();
                frame && frame->payload.find(R"("now")") != std::string::npos)
                return boost::json::serialize(boost::json::parse(frame->payload).at("wall"));
    };
    Client inside(hall.port()), outside(hall.port());
    REQUIRE(inside.view("", "X-Forwarded-For: 198.51.100.7\r\n"));
    REQUIRE(outside.view("", "X-Forwarded-For: 203.0.113.9\r\n"));
    CHECK(told(inside) == R"({"featured":[3]})");
    CHECK(told(outside) == R"({"featured":[3]})");
    hall.change_wall({.boards = "1-4", .page = 2, .openings = true}, "https://club.example");
    CHECK(told(inside) == R"({"boards":"1-4","page":2})");
    CHECK(told(outside) == R"({"boards":"1-4","page":2,"openings":true})");
    Client later(hall.port());
    REQUIRE(later.view("", "X-Forwarded-For: 198.51.100.7\r\n"));
    CHECK(told(later) == R"({"boards":"1-4","page":2})");
    Client page(hall.port());
    CHECK(page.get("/").head.find("frame-ancestors https://club.example\r\n") != std::string::npos);
    CHECK(page.get("/operator").head.find("frame-ancestors 'none'\r\n") != std::string::npos);
}

TEST_CASE("a screen in the playing hall learns that openings are named, or one outside does not") {
    Options options = on_loopback();
    options.trusted_proxies = Proxies(Networks::parse({"127.0.0.1"}).value());
    options.wall.openings = true;
    const auto named = [](Hall& hall, const std::string& client) {
        Client viewer(hall.port());
        REQUIRE(viewer.view("", client.empty() ? "" : "X-Forwarded-For: " + client + "\r\n"));
        const auto frame = viewer.read_frame();
        REQUIRE(frame);
        return boost::json::parse(frame->payload).at("wall").as_object().contains("openings");
    };
    {
        Hall hall(options);
        for (const char* inside : {"", "10.1.2.3", "192.168.0.9", "172.31.0.1", "fd00::7", "fe80::1"})
            CHECK_FALSE(named(hall, inside));
        for (const char* outside : {"198.51.100.7", "172.32.0.1", "2001:db8::1"}) CHECK(named(hall, outside));
    }
    options.wall.hall = Networks::parse({"198.51.100.0/24"}).value();
    Hall hall(options);
    CHECK_FALSE(named(hall, "198.51.100.7"));
    CHECK(named(hall, "192.168.0.9"));
    options.wall.openings = false;
    Hall usual(options);
    CHECK_FALSE(named(usual, "192.168.0.9"));
}

TEST_CASE("a screen in the playing hall gets standings, or one outside does not learn of them") {
    Options options = on_loopback();
    options.trusted_proxies = Proxies(Networks::parse({"127.0.0.1"}).value());
    const std::string outside = "X-Forwarded-For: 198.51.100.7\r\n", inside = "X-Forwarded-For: 10.0.0.7\r\n";
    const auto status = [](Hall& hall, const std::string& headers) {
        return Client(hall.port()).get("/standings.json", headers).status;
    };
    /// As a viewer learns of them at first.
    const auto told = [](Hall& hall, const std::string& headers) {
        Client viewer(hall.port());
        REQUIRE(viewer.view("", headers));
        const auto frame = viewer.read_frame();
        REQUIRE(frame);
        const auto wall = boost::json::parse(frame->payload).at("wall");
        return wall.as_object().contains("standings") ? wall.at("standings").as_int64() : 0;
    };
    const auto text = std::make_shared<const std::string>(R"({"after_round":3})");
    for (const bool in_hall : {false, true}) {
        options.wall.standings_in_hall = in_hall;
        Hall hall(options);
        CHECK(status(hall, outside) == 404);
        CHECK(told(hall, outside) == 0);
        hall.show_standings(text);
        const auto given = Client(hall.port()).get("/standings.json", outside);
        CHECK(given.body == *text);
        CHECK(given.head.find("Cache-Control: private, no-cache\r\n") != std::string::npos);
        CHECK(told(hall, outside) == 1);
        CHECK(status(hall, inside) == (in_hall ? 200 : 404));
        CHECK(told(hall, inside) == (in_hall ? 1 : 0));
        CHECK(Client(hall.port()).get("/standings.json?now", inside).status == (in_hall ? 200 : 404));
        hall.show_standings(text);
        CHECK(told(hall, outside) == 2);
        hall.show_standings(nullptr);
        CHECK(status(hall, outside) == 404);
        CHECK(told(hall, outside) == 0);
    }
}

TEST_CASE("who comes back gets what was missed; after a restart of the server, the whole state") {
    const adoube::tests::HeldPort held;
    const auto port = held.number();
    Options options = on_loopback();
    options.port = port;
    std::string query;
    {
        Hall hall(options);
        hall.publish(game_with("a", 1, {}));
        {
            Client viewer(port);
            REQUIRE(viewer.view());
            query = "?seq=1&epoch=" + boost::json::value_to<std::string>(next(viewer).at("epoch"));
        }
        hall.publish(game_with("a", 1, {"e4"}));
        hall.publish(game_with("a", 1, {"e4", "e5"}));
        Client viewer(port);
        REQUIRE(viewer.view(query));
        CHECK(seq(next(viewer)) == 2);
        CHECK(seq(next(viewer)) == 3);
    }
    std::this_thread::sleep_for(2ms); // epochs are milliseconds
    Hall hall(options);
    hall.publish(game_with("a", 1, {"e4", "e5", "Nf3"}));
    Client viewer(port);
    REQUIRE(viewer.view(query));
    const auto whole = next(viewer);
    CHECK(whole.at("type").as_string() == "round");
    CHECK(whole.at("games").at(0).at("moves").as_array().size() == 3);
}

TEST_CASE("a viewer that does not read is sent away with the reason; the others miss nothing and may wait "
          "for nobody") {
    Options options = on_loopback();
    options.viewer.queue_bytes = 200'000;
    options.viewer.farewell = 1h; // viewer and machine may be slow
    Hall hall(options);
    Client slow(hall.port(), 4'096), quick(hall.port());
    REQUIRE(slow.view());
    REQUIRE(quick.view());
    CHECK(next(quick).at("type").as_string() == "round");
    for (int n = 1; n <= 100; ++n) {
        hall.publish(large_change(n, 10'000));
        CHECK(seq(next(quick)) == n);
    }
    int last_opcode = 0, close_code = 0;
    while (const auto frame = slow.read_frame()) { // every frame is whole
        last_opcode = frame->opcode;
        if (frame->opcode != 8) continue;
        close_code = frame->close_code();
        slow.send_frame(8, frame->payload);
    }
    CHECK(last_opcode == 8);
    CHECK(close_code == 1013);
    CHECK(
        hall.comes_to([](const Stats& stats) { return stats.viewers == 1 && stats.viewers_too_slow == 1; }));

    Client back(hall.port());
    REQUIRE(back.view());
    CHECK(seq(next(back)) == 100);
}

TEST_CASE("a slow viewer that does not even take the reason is cut off") {
    Options options = on_loopback();
    options.viewer.queue_count = 4;
    options.viewer.farewell = 50ms;
    options.heartbeat = 50ms;
    Hall hall(options);
    Client slow(hall.port(), 4'096);
    REQUIRE(slow.view());
    for (int n = 1; n <= 100; ++n) hall.publish(large_change(n, 10'000));
    CHECK(hall.comes_to([](const Stats& stats) { return stats.connections == 0; }));
    CHECK(hall.stats().viewers_too_slow == 1);
}

TEST_CASE("a viewer that is gone without a word is noticed; one that answers pings stays") {
    Options options = on_loopback();
    options.heartbeat = 30ms;
    options.viewer.silence = 2s; // long enough for `here` on any machine
    Hall hall(options);
    Client gone(hall.port()), here(hall.port());
    REQUIRE(gone.view());
    REQUIRE(here.view());
    do {
        const auto frame = here.read_frame();
        REQUIRE(frame);
        if (frame->opcode == 9) here.send_frame(10, frame->payload);
    } while (hall.stats().viewers == 2);
    hall.publish(game_with("a", 1, {"e4"}));
    CHECK(next(here).at("type").as_string() == "game");
}

TEST_CASE("a ping is answered, a close is answered, and messages are refused with their code") {
    Hall hall;
    const struct {
        int opcode;
        std::string payload;
        int answer, close_code;
    } cases[]{{9, "there?", 10, 0}, {8, "\x03\xe8", 8, 1000}, {1, "Nf3", 8, 1003}, {3, "", 8, 1002}};
    for (const auto& [opcode, payload, answer, close_code] : cases) {
        CAPTURE(opcode);
        Client viewer(hall.port());
        REQUIRE(viewer.view());
        CHECK(next(viewer).at("type").as_string() == "round");
        viewer.send_frame(opcode, payload);
        const auto frame = viewer.read_frame();
        REQUIRE(frame);
        CHECK(frame->opcode == answer);
        if (answer == 10) CHECK(frame->payload == payload);
        if (answer == 8) CHECK(frame->close_code() == close_code);
    }
}

TEST_CASE("frames that come in one breath with the handshake are not lost") {
    Hall hall;
    Client viewer(hall.port());
    viewer.send(
        "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        "\x89\x81\x01\x01\x01\x01\x60");
    CHECK(viewer.read_response().status == 101);
    std::optional<Client::Frame> frame;
    while ((frame = viewer.read_frame()) && frame->opcode == 1) {
    }
    REQUIRE(frame);
    CHECK(frame->opcode == 10);
    CHECK(frame->payload == "a");
}

TEST_CASE("when the server goes down, viewers are told") {
    Hall hall;
    Client viewer(hall.port());
    REQUIRE(viewer.view());
    CHECK(next(viewer).at("type").as_string() == "round");
    hall.close();
    const auto frame = viewer.read_frame();
    REQUIRE(frame);
    CHECK(frame->opcode == 8);
    CHECK(frame->close_code() == 1001);
}

TEST_CASE(
    "when viewers leave in any order, others miss what comes next, or the server keeps something of them") {
    constexpr int viewers = 7;
    Hall hall;
    std::vector<std::unique_ptr<Client>> all;
    for (int n = 0; n < viewers; ++n) {
        all.push_back(std::make_unique<Client>(hall.port()));
        REQUIRE(all.back()->view(n % 2 == 0 ? "" : "?board=1"));
        CHECK(next(*all.back()).at("type").as_string() == "round");
    }
    std::size_t left = viewers;
    int change = 0;
    for (const int leaves : {0, 6, 3, 1, 4, 5, 2}) {
        all[leaves].reset();
        --left;
        CHECK(hall.comes_to(
            [&](const Stats& stats) { return stats.viewers == left && stats.connections == left; }));
        hall.publish(large_change(++change, 200));
        for (const auto& viewer : all)
            if (viewer) CHECK(seq(next(*viewer)) == change);
    }
}

TEST_CASE("two hundred viewers, some of them asleep, get every change") {
    constexpr int viewers = 200, changes = 100;
    Hall hall;
    std::vector<std::unique_ptr<Client>> all;
    for (int n = 0; n < viewers; ++n) {
        all.push_back(std::make_unique<Client>(hall.port()));
        REQUIRE(all.back()->view());
    }
    for (int n = 1; n <= changes; ++n) hall.publish(large_change(n, 200));
    for (int n = 0; n < viewers; ++n) {
        if (n % 10 == 0) continue;        // asleep
        const auto whole = next(*all[n]); // as of admission, perhaps after its request was answered
        CHECK(whole.at("type").as_string() == "round");
        for (int expected = seq(whole) + 1; expected <= changes; ++expected)
            CHECK(seq(next(*all[n])) == expected);
    }
    CHECK(hall.stats().viewers == viewers);
}
