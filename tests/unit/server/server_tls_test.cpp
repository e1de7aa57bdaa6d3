#include "daemon/server/own_certificate.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tier.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/server/hall.hpp"

#include <algorithm>
#include <fstream>
#include <mutex>
#include <openssl/ssl.h>
#include <random>

using namespace adoube::server;
using namespace std::chrono_literals;
using adoube::broadcast::game_with;
using adoube::broadcast::large_change;
using adoube::tests::make_certificate;

namespace {

class TlsHall {
  public:
    /// `own`: made for the hall; else one whose authority does not come with it.
    explicit TlsHall(Options options = on_loopback(), const std::optional<OwnCertificate>& own = {}) {
        const TlsFiles files{folder_ / "hall.pem", folder_ / "hall.key"};
        make_certificate(files.certificate, files.key);
        if (own) {
            std::ofstream(files.certificate) << own->certificate;
            std::ofstream(files.key) << own->key; // stays the owner's
        }
        options.tls = files;
        options.tell = [this](const std::string& sentence, bool) {
            const std::lock_guard lock(mutex_);
            told_.push_back(sentence);
        };
        hall_.emplace(options);
    }
    Hall* operator->() { return &*hall_; }
    std::filesystem::path certificate() const { return folder_ / "hall.pem"; }
    std::filesystem::path key() const { return folder_ / "hall.key"; }
    std::vector<std::string> told() {
        const std::lock_guard lock(mutex_);
        return told_;
    }

    int get(std::string_view target) {
        Client client(hall_->port());
        return client.begin_tls() ? client.get(target).status : 0;
    }

  private:
    adoube::tests::TemporaryFolder folder_;
    std::mutex mutex_;
    std::vector<std::string> told_;
    std::optional<Hall> hall_;
};

} // namespace

TEST_CASE("pages and the live feed come over TLS as they do without, and browsers are told to stay with it") {
    TlsHall hall;
    hall->publish(game_with("a", 1, {"e4"}));
    for (const int version : {0, TLS1_2_VERSION}) {
        CAPTURE(version);
        Client client(hall->port());
        REQUIRE(client.begin_tls({.version = version}));
        CHECK(client.protocol() == "http/1.1");
        const auto page = client.get("/");
        CHECK(page.status == 200);
        CHECK(page.head.find("Strict-Transport-Security: max-age=") != std::string::npos);
        CHECK(client.get("/pieces.svg").body.ends_with("</svg>\n"));
        REQUIRE(client.view());
        CHECK(client.read_message());
        hall->publish(large_change(version, 100'000)); // many TLS records
        CHECK(client.read_message().value().size() > 100'000);
        client.send_frame(8, "\x03\xe8");
        CHECK(client.read_frame().value().close_code() == 1000);
    }
    Hall plain;
    CHECK(Client(plain.port()).get("/").head.find("Strict-Transport-Security") == std::string::npos);
}

TEST_CASE("of frames that come in one record, with the handshake or later, the last are read only with what "
          "comes next") {
    constexpr int count = 10;
    std::string pings; // longer than what is read at once
    for (int n = 0; n < count; ++n) pings += std::string("\x89\xfd\0\0\0\0", 6) + std::string(125, 'x');
    TlsHall hall;
    Client viewer(hall->port());
    REQUIRE(viewer.begin_tls());
    const auto pongs = [&] {
        int had = 0;
        while (had < count) {
            const auto frame = viewer.read_frame();
            if (!frame) break;
            had += frame->opcode == 10;
        }
        return had;
    };
    viewer.send("GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" +
                pings);
    CHECK(viewer.read_response().status == 101);
    CHECK(pongs() == count);
    viewer.send(pings);
    CHECK(pongs() == count);
}

TEST_CASE(
    "TLS older than 1.2, and another protocol than HTTP/1.1, are refused; none named is taken as HTTP") {
    TlsHall hall;
    CHECK(!Client(hall->port()).begin_tls({.version = TLS1_1_VERSION}));
    CHECK(!Client(hall->port()).begin_tls({.protocols = "h2"}));
    CHECK(Client(hall->port()).begin_tls({.protocols = ""}));
    CHECK(hall->comes_to([](const Stats& stats) { return stats.handshakes_failed == 2; }));
}

TEST_CASE("who speaks plain HTTP where TLS is expected is led there, but not with a secret or a command") {
    TlsHall hall;
    const auto address = "10.0.0.1:" + std::to_string(hall->port());
    const auto ask = [&](const std::string& line, const std::string& more = "") {
        Client client(hall->port());
        client.send(line + " HTTP/1.1\r\nHost: " + address + "\r\n" + more + "\r\n");
        return client.read_response(!line.starts_with("HEAD"));
    };
    const auto led = ask("GET /board/1?x=y");
    CHECK(led.status == 308);
    CHECK(led.head.find("\r\nLocation: https://" + address + "/board/1?x=y\r\n") != std::string::npos);
    CHECK(led.head.find("Strict-Transport-Security") == std::string::npos);
    CHECK(led.body == "This server speaks TLS: its address begins with https://.\n");
    CHECK(ask("HEAD /").status == 308);
    const auto told = ask("POST /");
    CHECK(told.status == 426);
    CHECK(told.head.find("\r\nUpgrade: TLS/1.2, HTTP/1.1\r\n") != std::string::npos);
    CHECK(told.head.find("\r\nConnection: Upgrade, ") != std::string::npos);
    CHECK(ask("GET /", "Authorization: Bearer x\r\n").status == 426);
    CHECK(ask("GET http://hall.example/a?b").head.find("\r\nLocation: https://hall.example/a?b\r\n") !=
          std::string::npos);
    CHECK(ask("GET /live", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
              .status == 426);
    CHECK(hall.get("/") == 200);
}

TEST_CASE("the hall's own computer is led to a certificate that it need not trust, or anybody else is not") {
    TlsHall hall;
    const auto ask = [&](const std::string& host, const std::string& more = "") {
        Client client(hall->port());
        client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
        return client.read_response().status;
    };
    const auto port = ":" + std::to_string(hall->port());
    for (const std::string here : {"127.0.0.1", "localhost", "[::1]", "127.0.0.1:1"}) CHECK(ask(here) == 200);
    CHECK(ask("localhost" + port, "Authorization: Bearer x\r\n") == 200);
    for (const std::string other : {"192.168.1.10", "hall.example", "localhost.example", "127.0.0.1.example"})
        CHECK(ask(other + port) == 308);
    CHECK(ask("127.0.0.1" + port, "X-Forwarded-For: 192.168.1.20\r\n") == 308); // a proxy without TLS
    auto behind_proxy = on_loopback();
    behind_proxy.trusted_proxies = Proxies(*Networks::parse({"127.0.0.1"}));
    TlsHall other(behind_proxy);
    Client client(other->port());
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    CHECK(client.read_response().status == 308);
}

TEST_CASE(
    "a phone does not get the certificate of a hall's own authority, or gets anything else in the clear") {
    const auto own = make_own_certificate(std::vector<std::string>{"192.168.1.10", "hall.local"}, 10).value();
    TlsHall hall(on_loopback(), own);
    const auto port = hall->port();
    const auto ask = [&](const std::string& path, const std::string& host, const std::string& more = "") {
        Client client(port);
        client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
        return client.read_response();
    };
    const auto page = ask("/phone", "192.168.1.10:8080");
    CHECK(page.status == 200);
    CHECK(page.body.contains("<code>" + own.fingerprint + "</code>"));
    CHECK(page.body.contains("href=\"https://192.168.1.10:8080/arbiter\""));
    CHECK(!page.body.contains("{{"));
    const auto certificate = ask("/phone.crt", "192.168.1.10");
    CHECK(certificate.status == 200);
    CHECK(certificate.head.contains("Content-Type: application/x-x509-ca-cert\r\n"));
    const auto* bytes = reinterpret_cast<const unsigned char*>(certificate.body.data());
    const std::unique_ptr<X509, decltype(&X509_free)> authority(
        d2i_X509(nullptr, &bytes, static_cast<long>(certificate.body.size())), X509_free);
    REQUIRE(authority);
    CHECK(authority_of(authority.get()).fingerprint == own.fingerprint);
    CHECK(is_own_authority(authority.get()));
    CHECK(ask("/adoube.css", "192.168.1.10").status == 200);
    for (const auto* path :
         {"/", "/arbiter", "/arbiter.js", "/phone/", "/phone.crt/x", "/phone.html", "/round.pgn"})
        CHECK(ask(path, "192.168.1.10").status == 308);
    CHECK(ask("/phone", "192.168.1.10", "Authorization: Bearer x\r\n").status == 426);
    CHECK(ask("/phone", "<b>", "").status == 400);
    CHECK(hall.get("/phone") == 200);
    CHECK(hall.get("/phone.html") == 404);

    TlsHall of_public_authority;
    CHECK(of_public_authority.get("/phone") == 404);
    CHECK(of_public_authority.get("/phone.crt") == 404);
    Client plain(of_public_authority->port());
    plain.send("GET /phone HTTP/1.1\r\nHost: 192.168.1.10\r\n\r\n");
    CHECK(plain.read_response().status == 308);
    Hall without_tls;
    CHECK(Client(without_tls.port()).get("/phone").status == 404);
}

TEST_CASE("no garbage where TLS is expected, and no hanging up at any point, brings the server down") {
    TlsHall hall;
    std::mt19937_64 random(adoube::tests::seed(600));
    const std::string hello = "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
    for (int round = 0; round < 200; ++round) {
        Client client(hall->port());
        std::string bytes = random() % 2 == 0 ? hello : "";
        for (auto more = random() % 600; more > 0; --more) bytes += static_cast<char>(random());
        client.send(bytes);
        if (random() % 4 == 0) {
            client.end_sending();
            CHECK(client.read_to_end());
        }
    }
    CHECK(hall->comes_to([](const Stats& stats) { return stats.connections == 0; }));
    CHECK(hall->stats().handshakes_failed > 0);
    CHECK(hall.get("/") == 200);
}

TEST_CASE("a connection that is opened in advance and not needed is no failed handshake") {
    TlsHall hall;
    Client client(hall->port());
    client.end_sending();
    CHECK(client.read_to_end());
    CHECK(hall->comes_to([](const Stats& stats) { return stats.connections == 0; }));
    CHECK(hall->stats().handshakes_failed == 0);
}

TEST_CASE("keys may change under way; a session of TLS 1.2 is not negotiated anew") {
    Options options = on_loopback();
    options.heartbeat = 1h; // only pongs
    TlsHall hall(options);
    Client viewer(hall->port()), older(hall->port());
    REQUIRE(viewer.begin_tls());
    REQUIRE(viewer.view());
    CHECK(viewer.read_message());
    for (int n = 0; n < 40; ++n) {
        viewer.change_keys();
        viewer.send_frame(9, std::to_string(n));
        CHECK(viewer.read_frame().value().payload == std::to_string(n));
    }
    REQUIRE(older.begin_tls({.version = TLS1_2_VERSION}));
    CHECK(!older.renegotiate());
    CHECK(hall.get("/") == 200);
}

TEST_CASE("garbage inside a session that began well ends that one alone") {
    TlsHall hall;
    Client viewer(hall->port()), client(hall->port());
    REQUIRE(viewer.begin_tls());
    REQUIRE(viewer.view());
    REQUIRE(client.begin_tls());
    client.send_below_tls(std::string("\x17\x03\x03\x00\x15", 5) + "no record of that key");
    CHECK(client.read_to_end());
    CHECK(hall->comes_to([](const Stats& stats) { return stats.connections == 1; }));
    hall->publish(game_with("a", 1, {"e4"}));
    CHECK(viewer.read_message());
}

TEST_CASE("a handshake that does not come to its end is cut off, or keeps a viewer out until then") {
    Options options = on_loopback();
    options.request_timeout = 1h;
    options.heartbeat = 20ms;
    options.max_connections = 2;
    const auto begin_two = [](TlsHall& hall, const auto& until_then) {
        Client silent(hall->port()), half(hall->port());
        half.send("\x16\x03\x01");
        until_then();
    };
    TlsHall patient(options);
    begin_two(patient, [&] {
        CHECK(patient->comes_to([](const Stats& stats) { return stats.connections == 2; }));
        CHECK(patient.get("/") == 200);
        CHECK(patient->stats().connections_gave_way == 1);
        CHECK(patient->stats().connections_refused == 0);
    });
    options.request_timeout = 200ms;
    TlsHall hall(options);
    begin_two(hall, [&] {
        CHECK(hall->comes_to([](const Stats& stats) { return stats.connections_late == 2; }));
        CHECK(hall->comes_to([](const Stats& stats) { return stats.connections == 0; }));
    });
    CHECK(adoube::tests::wait_until([&] { return hall.get("/") == 200; })); // within 200 ms
}

TEST_CASE("over TLS, too, a viewer that does not read is sent away with the reason, each frame whole") {
    Options options = on_loopback();
    options.viewer.queue_bytes = 200'000;
    options.viewer.farewell = 1h; // viewer and machine may be slow
    TlsHall hall(options);
    Client slow(hall->port(), 4'096), quick(hall->port());
    for (Client* viewer : {&slow, &quick}) {
        REQUIRE(viewer->begin_tls());
        REQUIRE(viewer->view());
    }
    CHECK(quick.read_message());
    for (int n = 1; n <= 100; ++n) {
        hall->publish(large_change(n, 10'000));
        CHECK(quick.read_message().value().find('x' + std::to_string(n) + '"') != std::string::npos);
    }
    int last_opcode = 0, close_code = 0;
    while (const auto frame = slow.read_frame()) {
        last_opcode = frame->opcode;
        if (frame->opcode != 8) continue;
        close_code = frame->close_code();
        slow.send_frame(8, frame->payload);
    }
    CHECK(last_opcode == 8);
    CHECK(close_code == 1013);
    CHECK(
        hall->comes_to([](const Stats& stats) { return stats.viewers == 1 && stats.viewers_too_slow == 1; }));
}

TEST_CASE(
    "a renewed certificate is shown to who comes, and no viewer is dropped; a bad one changes nothing") {
    Options options = on_loopback();
    options.heartbeat = 20ms; // and the check of the files
    TlsHall hall(options);
    const auto shown = [&] {
        Client client(hall->port());
        return client.begin_tls() ? client.server_name() : "nothing";
    };
    const auto is_told = [&](std::string_view part) {
        const auto has_it = [&](const std::string& sentence) { return sentence.contains(part); };
        return adoube::tests::wait_until([&] { return std::ranges::any_of(hall.told(), has_it); });
    };
    Client viewer(hall->port());
    REQUIRE(viewer.begin_tls());
    REQUIRE(viewer.view());
    CHECK(viewer.read_message());
    CHECK(shown() == "localhost");

    make_certificate(hall.certificate(), hall.key(), {.name = "renewed"});
    REQUIRE(is_told("hall.pem is renewed, valid until "));
    CHECK(shown() == "renewed");

    std::filesystem::remove(hall.key());
    REQUIRE(is_told("hall.key cannot be read: No such file or directory; until then the old one goes on"));
    CHECK(shown() == "renewed");

    hall->publish(game_with("a", 1, {"e4"}));
    CHECK(viewer.read_message().value().find("e4") != std::string::npos);
    CHECK(viewer.server_name() == "localhost");
}

TEST_CASE("fifty viewers over TLS, some of them asleep, get every change") {
    constexpr int viewers = 50, changes = 40;
    TlsHall hall;
    std::vector<std::unique_ptr<Client>> all;
    for (int n = 0; n < viewers; ++n) {
        all.push_back(std::make_unique<Client>(hall->port()));
        REQUIRE(all.back()->begin_tls());
        REQUIRE(all.back()->view());
    }
    REQUIRE(hall->comes_to([](const Stats& stats) { return stats.viewers == viewers; }));
    for (int n = 1; n <= changes; ++n) hall->publish(large_change(n, 200));
    for (int n = 0; n < viewers; ++n) {
        if (n % 10 == 0) continue; // asleep
        CHECK(all[n]->read_message());
        for (int expected = 1; expected <= changes; ++expected)
            CHECK(all[n]->read_message().value().find('x' + std::to_string(expected) + '"') !=
                  std::string::npos);
    }
    CHECK(hall->stats().viewers == viewers);
}

TEST_CASE("a server whose certificate cannot be used does not listen") {
    boost::asio::io_context io;
    Options options = on_loopback();
    options.tls = TlsFiles{"/nowhere/hall.pem", "/nowhere/hall.key"};
    const auto server = Server::listen(io.get_executor(), options);
    REQUIRE_FALSE(server);
    CHECK(server.error() == "the certificate /nowhere/hall.pem cannot be read: No such file or directory");
}
