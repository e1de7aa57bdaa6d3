#include "daemon/board/link.hpp"

#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/temporary_folder.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <fcntl.h>
#include <pty.h>

#include <chrono>
#include <csignal>

using namespace adoube::board;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

struct Log {
    int opened = 0;
    std::string received;
    std::vector<std::string> failures;

    LinkEvents events() {
        return {.opened = [this] { ++opened; },
                .received = [this](auto bytes) { received.append(bytes.begin(), bytes.end()); },
                .failed = [this](const std::string& why) { failures.push_back(why); }};
    }
};

template<class Until>
bool run_until(asio::io_context& context, Until until) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    context.restart();
    while (!until() && std::chrono::steady_clock::now() < end) context.run_for(std::chrono::milliseconds(5));
    return until();
}

Port port_of(const tcp::acceptor& acceptor) {
    return {PortKind::tcp, "127.0.0.1", std::to_string(acceptor.local_endpoint().port())};
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

} // namespace

TEST_CASE("a board that closes its end is told of, and connected to again when it is back") {
    asio::io_context context;
    const adoube::tests::HeldPort held;
    const tcp::endpoint endpoint(asio::ip::make_address("127.0.0.1"), held.number());
    auto acceptor = std::make_unique<tcp::acceptor>(context, endpoint);
    const Port port = port_of(*acceptor);
    Log log;
    Link link(context.get_executor(), port, log.events());
    {
        REQUIRE(run_until(context, [&] { return log.opened == 1; }));
        auto peer = acceptor->accept();
        asio::write(peer, asio::buffer("hello", 5));
        REQUIRE(run_until(context, [&] { return log.received == "hello"; }));
        link.send(bytes_of("answer"));
        std::string answer(6, ' ');
        REQUIRE(run_until(context, [&] { return peer.available() == answer.size(); }));
        asio::read(peer, asio::buffer(answer));
        CHECK(answer == "answer");
        acceptor.reset();
    }
    REQUIRE(run_until(context, [&] { return log.failures.size() >= 2; }));
    CHECK(log.failures[0] == "port " + to_string(port) + " was closed: the other end is gone");
    CHECK(log.failures[1].find("cannot be reached") != std::string::npos);
    link.send(bytes_of("into the void"));
    tcp::acceptor again(context, endpoint);
    REQUIRE(run_until(context, [&] { return log.opened == 2; }));
}

TEST_CASE("what a board has sent is read while the daemon is crowded, or lost or late after that") {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    Log log;
    auto events = log.events();
    bool crowded = true;
    events.crowded = [&] { return crowded; };
    Link link(context.get_executor(), port_of(acceptor), std::move(events));
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    auto peer = acceptor.accept();
    asio::write(peer, asio::buffer("hello", 5));
    context.restart();
    context.run_for(std::chrono::milliseconds(200));
    CHECK(log.received.empty());
    SECTION("it has room again") {
        crowded = false;
        context.restart();
        context.run_for(std::chrono::milliseconds(200));
        CHECK(log.received == "hello");
    }
    SECTION("it has none for long") {
        CHECK(run_until(context, [&] { return log.received == "hello"; }));
    }
    SECTION("the link is closed meanwhile") {
        link.reopen();
        REQUIRE(run_until(context, [&] { return log.opened == 2; }));
        CHECK(log.failures.empty());
    }
}

TEST_CASE("a pseudo terminal that vanishes is found again under its name") {
    const adoube::tests::TemporaryFolder folder;
    const auto name = folder / "board";
    asio::io_context context;
    Log log;
    int master = -1, slave = -1;
    const auto plug = [&] {
        char path[128];
        REQUIRE(::openpty(&master, &slave, path, nullptr, nullptr) == 0);
        std::filesystem::create_symlink(path, name);
        ::close(slave);
    };
    Link link(context.get_executor(), port_from(name.string()).value(), log.events());
    REQUIRE(run_until(context, [&] { return !log.failures.empty(); }));
    CHECK(log.failures[0].find("is not there") != std::string::npos);
    plug();
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    log.failures.clear();
    std::filesystem::remove(name); // another test may get the pty's number at once
    ::close(master);
    REQUIRE(run_until(context, [&] { return !log.failures.empty(); }));
    CHECK(log.failures[0].find("the other end is gone") != std::string::npos);
    plug();
    REQUIRE(run_until(context, [&] { return log.opened == 2; }));
    REQUIRE(::write(master, "x", 1) == 1);
    CHECK(run_until(context, [&] { return log.received == "x"; }));
    ::close(master);
}

TEST_CASE("a link that is reopened says nothing of it and connects anew") {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    Log log;
    Link link(context.get_executor(), port_of(acceptor), log.events());
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    link.reopen();
    REQUIRE(run_until(context, [&] { return log.opened == 2; }));
    CHECK(log.failures.empty());
}

TEST_CASE("a board that takes no bytes is given up, not queued for without end") {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    acceptor.set_option(asio::socket_base::receive_buffer_size(4096));
    Log log;
    Link link(context.get_executor(), port_of(acceptor), log.events());
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    auto peer = acceptor.accept();
    const std::string much(16'000, 'x');
    REQUIRE(run_until(context, [&] {
        link.send(bytes_of(much));
        return !log.failures.empty();
    }));
    CHECK(log.failures[0].find("takes no bytes") != std::string::npos);
}

TEST_CASE("a link that is gone calls nobody, in whatever it was") {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    for (const auto ms : {0, 1, 5, 20}) {
        auto log = std::make_unique<Log>();
        {
            Link link(context.get_executor(), port_of(acceptor), log->events());
            context.restart();
            context.run_for(std::chrono::milliseconds(ms));
            link.send(bytes_of("x"));
        }
        log.reset(); // sanitizers would see a call
        context.restart();
        context.run_for(std::chrono::seconds(20));
        CHECK(context.stopped()); // nothing left to run
    }
}

TEST_CASE("a link that another one takes the place of is closed, and never heard of again") {
    asio::io_context context;
    tcp::acceptor first(context, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0));
    tcp::acceptor second(context, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0));
    Log before, after;
    Link link(context.get_executor(), port_of(first), before.events());
    REQUIRE(run_until(context, [&] { return before.opened == 1; }));
    auto peer = first.accept();
    link = Link(context.get_executor(), port_of(second), after.events());
    REQUIRE(run_until(context, [&] { return after.opened == 1; }));
    bool closed = false;
    char byte;
    peer.async_read_some(asio::buffer(&byte, 1), [&](boost::system::error_code error, std::size_t) {
        closed = error == asio::error::eof;
    });
    REQUIRE(run_until(context, [&] { return closed; }));
    // Longer than the pause before a retry.
    bool waited = false;
    asio::steady_timer pause(context, std::chrono::milliseconds(600));
    pause.async_wait([&](auto) { waited = true; });
    REQUIRE(run_until(context, [&] { return waited; }));
    CHECK(before.opened == 1);
    CHECK(before.failures.empty());
}
