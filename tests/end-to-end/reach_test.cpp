// Access over TLS, with a certificate renewed meanwhile, and from which pages.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/unit/server/client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>

using namespace adoube;
using server::Client;
using tests::Hall;
using tests::SimpleHands;

namespace {

constexpr const char* with_tls = "tls = { certificate = \"hall.pem\", key = \"hall.key\" }\n";

struct TlsHall : Hall {
    TlsHall() : Hall({"pty:board-1"}, with_tls) { tests::make_certificate(certificate(), key()); }
    std::filesystem::path certificate() const { return folder / "hall.pem"; }
    std::filesystem::path key() const { return folder / "hall.key"; }
};

std::uint16_t tls_port(const tests::Process& daemon) {
    const std::string output = daemon.output(), head = "adoubed: serving https://127.0.0.1:";
    const auto at = output.find(head);
    if (at == std::string::npos) FAIL(output);
    return static_cast<std::uint16_t>(std::stoi(output.substr(at + head.size())));
}

int feed_status(std::uint16_t port, const std::string& origin) {
    Client client(port);
    return client
        .get("/live", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: " +
                          origin + "\r\n")
        .status;
}

} // namespace

TEST_CASE("a game comes over TLS to a viewer that stays while the certificate is renewed, badly and well") {
    TlsHall hall;
    auto daemon = hall.started_daemon();
    const auto port = tls_port(*daemon);
    Client viewer(port);
    REQUIRE(viewer.begin_tls());
    CHECK(viewer.server_name() == "localhost");
    REQUIRE(viewer.view());
    CHECK(viewer.read_message().value().find(R"("type":"round")") != std::string::npos);

    std::filesystem::rename(hall.key(), hall.folder / "away.key");
    REQUIRE(daemon->wait_for_output(
        "hall.key cannot be read: No such file or directory; until then the old one goes on"));
    tests::make_certificate(hall.certificate(), hall.key(), {.name = "renewed"});
    REQUIRE(daemon->wait_for_output("hall.pem is renewed, valid until "));
    Client next(port);
    REQUIRE(next.begin_tls());
    CHECK(next.server_name() == "renewed");

    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "20", "--wait"});
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    CHECK(viewer.read_message());
    CHECK(viewer.server_name() == "localhost");
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("neither garbage nor plain HTTP on the port of TLS does harm, and the latter is led on") {
    TlsHall hall;
    auto daemon = hall.started_daemon();
    const auto port = tls_port(*daemon);
    Client garbage(port), plain(port), good(port);
    garbage.send("\x16\x03\x01\x7f\x7f garbage");
    garbage.end_sending();
    CHECK(garbage.read_to_end());
    plain.send("GET /board/1 HTTP/1.1\r\nHost: hall.example\r\n\r\n");
    const auto led = plain.read_response();
    CHECK(led.status == 308);
    CHECK(led.head.find("Location: https://hall.example/board/1\r\n") != std::string::npos);
    CHECK(Client(port).get("/board/1").status == 200); // from the same computer
    REQUIRE(good.begin_tls());
    CHECK(good.get("/").status == 200);
}

TEST_CASE("a hall with the certificate that adoube made for it is not reached by who trusts it, or by phones "
          "before") {
    Hall hall({"pty:board-1"}, "tokens = \"hall.tokens\"\n" + std::string(with_tls));
    const auto certificate = (hall.folder / "hall.pem").string(), key = (hall.folder / "hall.key").string();
    const std::vector<std::string> words{"certificate", "new",   "--host", "192.168.1.10", "--certificate",
                                         certificate,   "--key", key,      "--port",       "4321"};
    const auto made = tests::run_adoube(words);
    REQUIRE(made.status == 0);
    CHECK(made.output.contains("[tls]\ncertificate = \"" + certificate + "\"\nkey = \"" + key + "\"\n"));
    CHECK(made.output.contains("each phone opens http://192.168.1.10:4321/phone once"));
    const auto fingerprint = made.output.substr(made.output.size() - 96, 95);
    CHECK(std::ranges::count(fingerprint, ':') == 31);
    CHECK((std::filesystem::status(key).permissions() & std::filesystem::perms(0077)) ==
          std::filesystem::perms::none);
    const auto again = tests::run_adoube(words);
    CHECK(again.status == 2);
    CHECK(again.output.contains("hall.key"));
    auto daemon = hall.started_daemon();
    const auto port = tls_port(*daemon);
    Client phone(port);
    phone.send("GET /phone HTTP/1.1\r\nHost: 192.168.1.10\r\n\r\n");
    CHECK(phone.read_response().body.contains(fingerprint));

    const auto token = (hall.folder / "anna.token").string();
    const auto text = tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(),
                                         "--name", "Anna", "--role", "arbiter", "--boards", "all"})
                          .output;
    std::ofstream(token) << "";
    std::filesystem::permissions(token, std::filesystem::perms(0600));
    std::ofstream(token) << text.substr(text.find("adoube_"), 56) << '\n';
    CHECK(tests::run_adoube({"arbiter", "--hall", "https://127.0.0.1:" + std::to_string(port), "--ca",
                             certificate, "--token-file", token, "--board", "1", "moves", "e4"})
              .status == 0);
}

TEST_CASE("a daemon whose certificate and key do not fit does not start, and says so in one sentence") {
    TlsHall hall;
    tests::make_certificate(hall.folder / "other.pem", hall.key());
    auto daemon = hall.start_daemon();
    CHECK(daemon->wait() == 1);
    CHECK(daemon->output() == "adoubed: the key " + hall.key().string() +
                                  " does not belong to the certificate " + hall.certificate().string() +
                                  "\n");
}

TEST_CASE("the feed is for our pages, those that the configuration names, and no others") {
    Hall hall({"pty:board-1"}, "origins = [\"https://live.example.org\"]\n");
    auto daemon = hall.started_daemon();
    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    CHECK(feed_status(port, "http://127.0.0.1") == 101);
    CHECK(feed_status(port, "https://live.example.org") == 101);
    CHECK(feed_status(port, "https://evil.example") == 403);
    Client rebound(port);
    rebound.send("GET /api/round HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    CHECK(rebound.read_response().status == 421);
}

TEST_CASE("however many viewers come, files are left for the journal, the boards and the games") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.start_daemon({}, {"/usr/bin/prlimit", "--nofile=256:256"});
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    std::vector<std::unique_ptr<Client>> viewers;
    while (viewers.size() < 300) {
        viewers.push_back(std::make_unique<Client>(port));
        if (!viewers.back()->view()) break;
    }
    CHECK(viewers.size() > 100);
    CHECK(viewers.size() < 256);
    CHECK(Client(port).read_response().status == 503);

    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "20", "--wait"});
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    CHECK(viewers.front()->read_message());
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK(daemon->output().find("Too many open files") == std::string::npos);
}

TEST_CASE("a daemon that listens on all addresses names those that a browser can open") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.start_daemon({"--listen", "0.0.0.0:0"});
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    const auto output = daemon->output();
    const auto at = output.find("://", output.find("adoubed: serving ")) + 3, colon = output.find(':', at);
    const auto port = static_cast<std::uint16_t>(std::stoi(output.substr(colon + 1)));
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket browser(context);
    browser.connect({boost::asio::ip::make_address(output.substr(at, colon - at)), port});
    CHECK(output.find("0.0.0.0") == std::string::npos);
}

TEST_CASE("where tokens cross the network in the clear, and only there, the log says so") {
    const std::string warning = "tokens cross the network in the clear";
    Hall hall({"pty:board-1"}, "tokens = \"hall.tokens\"\n"), without({"pty:board-1"});
    auto exposed = hall.start_daemon({"--listen", "0.0.0.0:0"});
    CHECK(exposed->wait_for_output(warning));
    exposed->signal(SIGTERM);
    CHECK(exposed->wait() == 0);
    auto local = hall.start_daemon(), nothing_to_read = without.start_daemon({"--listen", "0.0.0.0:0"});
    for (auto* daemon : {local.get(), nothing_to_read.get()}) {
        REQUIRE(daemon->wait_for_output("adoubed: serving "));
        daemon->signal(SIGTERM);
        CHECK(daemon->wait() == 0);
        CHECK(daemon->output().find(warning) == std::string::npos);
    }
}
