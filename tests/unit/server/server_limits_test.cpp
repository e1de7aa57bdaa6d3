#include "tests/catch.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/server/hall.hpp"

#include <mutex>

using namespace adoube::server;
using namespace std::chrono_literals;
using adoube::broadcast::game_with;

namespace {

/// Checks for late clients every 20 ms.
Options watchful() {
    Options options = on_loopback();
    options.heartbeat = 20ms;
    return options;
}

const std::string upgrade =
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

int status_of(Hall& hall, const std::string& request) {
    Client client(hall.port());
    client.send(request);
    return client.read_response().status;
}

} // namespace

TEST_CASE(
    "more connections from one address than it may have are told so, and may come when others have gone") {
    Options options = on_loopback();
    options.gate.connections_per_address = 2;
    Hall hall(options);
    {
        Client first(hall.port()), second(hall.port());
        CHECK(first.get("/").status == 200);
        CHECK(second.get("/").status == 200);
        const auto refused = Client(hall.port()).read_response();
        CHECK(refused.status == 503);
        CHECK(refused.body == "Too many connections come from your address already; try again later.\n");
        CHECK(hall.stats().connections_refused == 1);
    }
    CHECK(hall.comes_to([](const Stats& stats) { return stats.connections == 0; }));
    CHECK(Client(hall.port()).get("/").status == 200);
}

TEST_CASE("connections without a request keep viewers out, or viewers must go for those who come") {
    Options options = on_loopback();
    options.max_connections = 3;
    Hall hall(options);
    Client first(hall.port()), second(hall.port()), half(hall.port());
    CHECK(first.view());
    half.send("GET / HTTP/1.1\r\n");
    CHECK(hall.comes_to([](const Stats& stats) { return stats.connections == 3; }));
    Client third(hall.port()); // instead of `second`
    CHECK(second.read_to_end() == "");
    CHECK(third.view());
    Client fourth(hall.port()); // instead of `half`
    CHECK(half.read_to_end() == "");
    CHECK(fourth.view());
    CHECK(Client(hall.port()).read_response().status == 503);
    CHECK(hall.stats().connections_gave_way == 2);
    CHECK(hall.stats().connections_refused == 1);
    hall.publish(game_with("a", 1, {"e4"}));
    for (auto* viewer : {&first, &third, &fourth}) CHECK(viewer->read_message());
}

TEST_CASE("more requests from one address than it may make are told so, and when to ask again; it is in the "
          "log once") {
    std::mutex mutex;
    std::vector<std::string> log;
    Options options = on_loopback();
    options.gate.requests_burst = 4;
    options.gate.requests_per_s = 0;
    options.tell = [&](const std::string& sentence, bool) {
        const std::lock_guard lock(mutex);
        log.push_back(sentence);
    };
    Hall hall(options);
    Client client(hall.port()); // counts too
    for (int n = 0; n < 3; ++n) CHECK(client.get("/").status == 200);
    const auto refused = client.get("/");
    CHECK(refused.status == 429);
    CHECK(refused.head.find("Retry-After: ") != std::string::npos);
    CHECK(refused.head.find("Connection: close") != std::string::npos);
    CHECK(Client(hall.port()).read_response().status == 429);
    CHECK(hall.stats().requests_too_many == 2);
    const std::lock_guard lock(mutex);
    CHECK(log == std::vector<std::string>{"127.0.0.1 asks too often and is held back"});
}

TEST_CASE("behind a proxy each client has its own measure, and the proxy none") {
    Options options = on_loopback();
    options.trusted_proxies = Proxies(Networks::parse({"127.0.0.1"}).value());
    options.gate.requests_burst = 2;
    options.gate.requests_per_s = 0;
    Hall hall(options);
    Client proxy(hall.port());
    for (int n = 0; n < 2; ++n) CHECK(proxy.get("/", "X-Forwarded-For: 198.51.100.7\r\n").status == 200);
    for (int n = 0; n < 2; ++n) CHECK(proxy.get("/", "X-Forwarded-For: 198.51.100.8\r\n").status == 200);
    CHECK(proxy.get("/", "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 198.51.100.7\r\n").status == 429);
    CHECK(Client(hall.port()).get("/", "X-Forwarded-For: 198.51.100.9\r\n").status == 200);
}

TEST_CASE("behind a proxy each client has its own number of viewers") {
    Options options = on_loopback();
    options.trusted_proxies = Proxies(Networks::parse({"127.0.0.0/8"}).value());
    options.gate.connections_per_address = 1;
    Hall hall(options);
    const auto open = [&](Client& client, const std::string& address) {
        client.send(upgrade + "X-Forwarded-For: " + address + "\r\n\r\n");
        return client.read_response().status;
    };
    {
        Client first(hall.port()), second(hall.port()), other(hall.port());
        CHECK(open(first, "198.51.100.7") == 101);
        CHECK(open(second, "198.51.100.7") == 503);
        CHECK(open(other, "198.51.100.8") == 101);
    }
    CHECK(hall.comes_to([](const Stats& stats) { return stats.connections == 0; }));
    Client again(hall.port());
    CHECK(open(again, "198.51.100.7") == 101);
}

TEST_CASE("who pretends to come by a proxy is counted by the address that it has") {
    Options options = on_loopback();
    options.gate.requests_burst = 2;
    options.gate.requests_per_s = 0;
    Hall hall(options);
    Client client(hall.port());
    CHECK(client.get("/", "X-Forwarded-For: 198.51.100.7\r\n").status == 200);
    CHECK(client.get("/", "X-Forwarded-For: 198.51.100.8\r\n").status == 429);
}

TEST_CASE("headers that come byte by byte have no more time than others") {
    Options options = watchful();
    options.request_timeout = 300ms;
    Hall hall(options);
    const auto begun = std::chrono::steady_clock::now(); // the server counts from the connection
    Client client(hall.port());
    const std::string request = "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(4'000, 'x');
    for (std::size_t at = 0; hall.stats().connections_late == 0 && at < request.size(); ++at) {
        client.send(request.substr(at, 1));
        std::this_thread::sleep_for(10ms);
    }
    CHECK(hall.stats().connections_late == 1);
    CHECK(std::chrono::steady_clock::now() - begun >= 300ms);
    CHECK(client.read_to_end());
}

TEST_CASE("a response that nobody takes is given up") {
    Options options = watchful();
    options.request_timeout = 200ms;
    Hall hall(options);
    auto game = game_with("large", 1, {});
    game.tags.set("Event", std::string(4'000'000, 'x'));
    hall.publish(game);
    Client asleep(hall.port(), 4'096);
    asleep.send("GET /api/round HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(hall.comes_to(
        [](const Stats& stats) { return stats.connections_late == 1 && stats.connections == 0; }));
}

TEST_CASE("a request with more headers than anybody needs is refused, however short they are") {
    Hall hall;
    std::string request = "GET / HTTP/1.1\r\nHost: localhost\r\n";
    for (int n = 1; n < 64; ++n) request += "X: y\r\n";
    CHECK(status_of(hall, request + "\r\n") == 200);
    CHECK(status_of(hall, request + "X: y\r\n\r\n") == 431);
    CHECK(hall.stats().requests_refused == 1);
}

TEST_CASE("a request that goes to two hosts, or comes from two pages, is refused") {
    Hall hall;
    CHECK(status_of(hall, "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n") == 400);
    CHECK(status_of(hall, upgrade + "Origin: http://127.0.0.1\r\nOrigin: http://evil.example\r\n\r\n") ==
          400);
}

TEST_CASE(
    "a viewer that talks all the time is sent away with the reason; one that pings now and then is not") {
    Options options = on_loopback();
    options.viewer.messages_burst = 20;
    options.viewer.messages_per_s = 0;
    Hall hall(options);
    Client quiet(hall.port()), talker(hall.port());
    REQUIRE(quiet.view());
    REQUIRE(talker.view());
    for (int n = 0; n < 20; ++n) quiet.send_frame(9, "");
    for (int n = 0; n < 21; ++n) talker.send_frame(9, "");
    std::optional<Client::Frame> frame;
    while ((frame = talker.read_frame()) && frame->opcode != 8) {
    }
    REQUIRE(frame);
    CHECK(frame->close_code() == 1008);
    CHECK(frame->payload.substr(2) == "too many messages in a short time");
    talker.send_frame(8, frame->payload);
    CHECK(hall.comes_to(
        [](const Stats& stats) { return stats.viewers_too_talkative == 1 && stats.viewers == 1; }));
    hall.publish(game_with("a", 1, {"e4"}));
    CHECK(quiet.read_message());
}

TEST_CASE("a page of another site cannot open the feed; our own, named ones, and programs can") {
    Options options = on_loopback();
    options.origins.push_back(parse_origin("https://live.example.org").value());
    Hall hall(options);
    const auto from = [&](const std::string& origin) {
        return status_of(hall, upgrade + "Origin: " + origin + "\r\n\r\n");
    };
    CHECK(status_of(hall, upgrade + "\r\n") == 101);
    CHECK(from("http://127.0.0.1") == 101);
    CHECK(from("https://live.example.org") == 101);
    CHECK(from("http://evil.example") == 403);
    CHECK(from("null") == 403);
    CHECK(hall.stats().strangers_refused == 2);
    CHECK(status_of(hall, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\n\r\n") == 200);
}

TEST_CASE("on the loopback a name that was pointed here from elsewhere is refused; for the network any name "
          "will do") {
    Options options = on_loopback();
    options.origins.push_back(parse_origin("https://live.example.org").value());
    const std::string request = "GET / HTTP/1.1\r\nHost: ";
    {
        Hall hall(options);
        CHECK(status_of(hall, request + "localhost:8080\r\n\r\n") == 200);
        CHECK(status_of(hall, request + "live.example.org\r\n\r\n") == 200);
        CHECK(status_of(hall, request + "evil.example\r\n\r\n") == 421);
        CHECK(status_of(hall, "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n") == 421);
        CHECK(status_of(hall, "GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\n\r\n") == 200);
        CHECK(hall.stats().strangers_refused == 2);
    }
    options.address = "0.0.0.0";
    Hall hall(options);
    CHECK(status_of(hall, request + "hall-pc.club.example:8080\r\n\r\n") == 200);
}

TEST_CASE("it listens for nobody but this computer unless told otherwise") {
    CHECK(Options{}.address == "127.0.0.1");
    Options options;
    CHECK(!is_readable_on_the_way(options));
    options.address = "::1";
    CHECK(!is_readable_on_the_way(options));
    options.address = "0.0.0.0";
    CHECK(is_readable_on_the_way(options));
    options.trusted_proxies = Proxies(Networks::parse({"10.0.0.1"}).value());
    CHECK(!is_readable_on_the_way(options));
    options.trusted_proxies = {};
    options.tls.emplace();
    CHECK(!is_readable_on_the_way(options));
}
