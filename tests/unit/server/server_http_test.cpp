#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/server/hall.hpp"

#include <random>

using namespace adoube::server;
using namespace std::chrono_literals;
using adoube::broadcast::game_with;

TEST_CASE("a page, the PGN and the JSON come over one connection that stays open") {
    Hall hall;
    hall.publish(game_with("r3b1", 1, {"e4", "e5"}));
    Client client(hall.port());
    const auto page = client.get("/");
    CHECK(page.status == 200);
    CHECK(page.body.starts_with("<!doctype html>"));
    CHECK(page.head.find("Connection: keep-alive") != std::string::npos);
    CHECK(client.get("/games/r3b1.pgn").body.find("1. e4") != std::string::npos);
    CHECK(client.get("/api/round").body.find(R"("id":"r3b1")") != std::string::npos);
    CHECK(client.get("/nowhere").status == 404);
    CHECK(client.get("/", "", "HEAD").status == 200);
    CHECK(client.get("/round.pgn").status == 200); // a HEAD body would be read here
}

TEST_CASE("another site frames a page that the operator has not opened to it, or one that does something") {
    const auto ancestors = [](Client& client, const char* path) {
        const auto head = client.get(path).head;
        const auto at = head.find("frame-ancestors ");
        return at == std::string::npos ? "none told" : head.substr(at + 16, head.find('\r', at) - at - 16);
    };
    Hall closed;
    Client anybody(closed.port());
    for (const char* path : {"/", "/board/1", "/operator", "/targets", "/arbiter", "/nowhere", "/round.pgn"})
        CHECK(ancestors(anybody, path) == "'none'");
    Options options = on_loopback();
    options.framed_by = "https://club.example";
    Hall open(options);
    Client client(open.port());
    for (const char* path : {"/", "/?boards=3", "/board/1?move=3"})
        CHECK(ancestors(client, path) == "https://club.example");
    for (const char* path :
         {"/operator", "/targets", "/arbiter", "/nowhere", "/round.pgn", "/games.json", "/index.html"})
        CHECK(ancestors(client, path) == "'none'");
}

TEST_CASE("requests sent without waiting are answered one after another") {
    Hall hall;
    Client client(hall.port());
    client.send("GET /clock.js HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: "
                "localhost\r\n\r\nGET / "
                "HTTP/1.0\r\n\r\n");
    CHECK(client.read_response().status == 200);
    CHECK(client.read_response().status == 404);
    const auto last = client.read_response();
    CHECK(last.status == 200);
    CHECK(last.head.find("Connection: close") != std::string::npos);
    CHECK(client.read_to_end() == "");
}

TEST_CASE("a page that did not change is not sent again") {
    Hall hall;
    Client client(hall.port());
    const std::string head = client.get("/adoube.css").head;
    const auto at = head.find("ETag: ");
    REQUIRE(at != std::string::npos);
    const std::string etag = head.substr(at + 6, head.find('\r', at) - at - 6);
    CHECK(client.get("/adoube.css", "If-None-Match: " + etag + "\r\n").status == 304);
    CHECK(client.get("/adoube.css", "If-None-Match: \"other\"\r\nIf-None-Match: " + etag + "\r\n").status ==
          304);
    CHECK(client.get("/adoube.css").status == 200);
}

TEST_CASE(
    "what is no request, or a request for nothing here, is answered in one sentence; the server goes on") {
    const std::string long_header =
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(9'000, 'x') + "\r\n\r\n";
    const struct {
        std::string bytes;
        int status;
    } cases[]{
        {"hello?\r\n\r\n", 400},
        {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + std::string(200, '\0'),
         400}, // TLS
        {"GET / HTTP/9.9\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: minus one\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 405},
        {"DELETE /games/r3b1.pgn HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {long_header, 431},
        {"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n", 426},
        {"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
         "Upgrade\r\nSec-WebSocket-Version: 8\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
         426},
        {"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
         "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: short\r\n\r\n",
         400},
    };
    Hall hall;
    for (const auto& [bytes, status] : cases) {
        CAPTURE(bytes.substr(0, 80));
        Client client(hall.port());
        client.send(bytes);
        const auto response = client.read_response();
        CHECK(response.status == status);
        CHECK(response.body.ends_with(".\n"));
        CHECK(Client(hall.port()).get("/").status == 200);
    }
}

TEST_CASE("no bytes, however wild, and no hanging up at any point bring the server down") {
    Hall hall;
    std::mt19937_64 random(adoube::tests::seed(500));
    const std::string request =
        "GET /live?epoch=1&seq=2 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for (int round = 0; round < 300; ++round) {
        Client client(hall.port());
        std::string bytes = request.substr(0, random() % 2 == 0 ? random() % request.size() : request.size());
        for (auto more = random() % 200; more > 0; --more) bytes += static_cast<char>(random());
        if (random() % 2 == 0) bytes[random() % bytes.size()] = static_cast<char>(random());
        client.send(bytes);
        if (random() % 4 == 0) {
            client.end_sending();
            CHECK(client.read_to_end());
        }
    }
    CHECK(Client(hall.port()).get("/").status == 200);
    CHECK(hall.comes_to([](const Stats& stats) { return stats.connections == 0; }));
}

TEST_CASE("half a request and then silence is cut off") {
    Options options = on_loopback();
    options.request_timeout = 100ms;
    options.heartbeat = 50ms; // and the check for late clients
    Hall hall(options);
    Client client(hall.port());
    client.send("GET / HT");
    CHECK(client.read_to_end() == "");
}

TEST_CASE("a port that is taken, or an address that is none, is one sentence") {
    Hall hall;
    boost::asio::io_context io;
    Options options = on_loopback();
    options.port = hall.port();
    const auto second = Server::listen(io.get_executor(), options);
    REQUIRE_FALSE(second);
    CHECK(second.error() == "Another program already listens on 127.0.0.1 port " +
                                std::to_string(hall.port()) + ": stop it, or choose another port.");
    options.address = "the hall";
    const auto nowhere = Server::listen(io.get_executor(), options);
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error() == "\"the hall\" is no IP address to listen on.");
}

TEST_CASE("a text for everybody is not there, is there for longer than it was to be, or can be written to") {
    Hall hall;
    const auto show = [&](adoube::broadcast::Text text) { hall.run([&] { hall.show("/api/keys", text); }); };
    CHECK(Client(hall.port()).get("/api/keys").status == 404);
    show(std::make_shared<const std::string>("first\n"));
    CHECK(Client(hall.port()).get("/api/keys").body == "first\n");
    CHECK(Client(hall.port()).get("/api/keys?a=b").body == "first\n");
    CHECK(Client(hall.port()).get("/api/keys", "", "POST").status == 405);
    show(std::make_shared<const std::string>("second\n"));
    CHECK(Client(hall.port()).get("/api/keys").body == "second\n");
    show(nullptr);
    CHECK(Client(hall.port()).get("/api/keys").status == 404);
}
