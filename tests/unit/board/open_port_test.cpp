// Real ptys and sockets.

#include "daemon/board/port.hpp"

#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/temporary_folder.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <pty.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

using namespace adoube::board;
namespace asio = boost::asio;

namespace {

using Opened = std::expected<Stream, std::string>;

asio::awaitable<void> open_into(std::optional<Opened>& result, Port port) {
    result.emplace(co_await open_port(co_await asio::this_coro::executor, std::move(port)));
}

Opened opened(asio::io_context& context, const std::string& name) {
    std::optional<Opened> result;
    asio::co_spawn(context, open_into(result, port_from(name).value()), asio::detached);
    context.restart();
    context.run_for(std::chrono::seconds(10));
    REQUIRE(result.has_value());
    return std::move(*result);
}

std::string refusal(const std::string& name) {
    asio::io_context context;
    const auto port = opened(context, name);
    return port ? "opened" : port.error();
}

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Pty {
    int master = -1, slave = -1;
    std::string name;
    Pty() {
        char path[128];
        REQUIRE(::openpty(&master, &slave, path, nullptr, nullptr) == 0);
        name = path;
    }
    ~Pty() {
        ::close(master);
        if (slave >= 0) ::close(slave);
    }
};

std::string all_bytes() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

} // namespace

TEST_CASE("a pseudo terminal passes every byte both ways unchanged, by either name") {
    for (const std::string prefix : {"pty:", ""}) {
        const Pty pty;
        asio::io_context context;
        auto port = opened(context, prefix + pty.name);
        REQUIRE(port.has_value());
        const std::string bytes = all_bytes();
        std::string got(bytes.size(), ' ');
        REQUIRE(::write(pty.master, bytes.data(), bytes.size()) == 256);
        asio::read(*port, asio::buffer(got));
        CHECK(got == bytes);
        asio::write(*port, asio::buffer(bytes));
        got.assign(bytes.size(), ' ');
        std::size_t at = 0;
        while (at < got.size()) {
            const auto count = ::read(pty.master, got.data() + at, got.size() - at);
            REQUIRE(count > 0);
            at += static_cast<std::size_t>(count);
        }
        CHECK(got == bytes);
    }
}

TEST_CASE("an idle pseudo terminal is no closed one, and a vanished one is") {
    Pty pty;
    asio::io_context context;
    auto port = opened(context, "pty:" + pty.name);
    REQUIRE(port.has_value());
    std::optional<boost::system::error_code> error;
    char byte;
    port->async_read_some(asio::buffer(&byte, 1),
                          [&](boost::system::error_code e, std::size_t) { error = e; });
    context.restart();
    context.run_for(std::chrono::milliseconds(300));
    CHECK(!error);
    ::close(pty.slave);
    pty.slave = -1;
    ::close(std::exchange(pty.master, ::dup(0)));
    context.restart();
    context.run_for(std::chrono::seconds(5));
    REQUIRE(error);
    CHECK(*error);
}

TEST_CASE("one program at a time has a port") {
    const Pty pty;
    asio::io_context context;
    {
        const auto first = opened(context, "pty:" + pty.name);
        REQUIRE(first.has_value());
        CHECK(mentions(refusal("pty:" + pty.name), "is in use by another program"));
    }
    CHECK(refusal("pty:" + pty.name) == "opened");
}

TEST_CASE("a link that a killed board left behind leads to the board that has its terminal now") {
    const adoube::tests::TemporaryFolder folder;
    const auto link = (folder / "board").string();
    const Pty terminal;
    std::filesystem::create_symlink(terminal.name, link);
    CHECK(refusal("pty:" + link) == "opened");
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the clock of a file system ticks slowly
    REQUIRE(::chmod(terminal.name.c_str(), 0600) == 0);         // sets its change time, as making it does
    CHECK(mentions(refusal("pty:" + link), "is not there: start the board that makes it"));
    CHECK(refusal("pty:" + terminal.name) == "opened");
}

TEST_CASE("a network address is connected to, and passes bytes") {
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    auto port = opened(context, "tcp:127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()));
    REQUIRE(port.has_value());
    auto peer = acceptor.accept();
    asio::write(peer, asio::buffer(all_bytes()));
    std::string got(256, ' ');
    asio::read(*port, asio::buffer(got));
    CHECK(got == all_bytes());
}

TEST_CASE("what cannot be opened is named, with what to do") {
    const adoube::tests::TemporaryFolder folder;
    const std::string file = (folder / "file").string();
    std::ofstream(file) << "x";
    CHECK(mentions(refusal("serial:/dev/adoube-none"), "port serial:/dev/adoube-none is not there"));
    CHECK(mentions(refusal("/dev/adoube-none"), "is not there"));
    CHECK(mentions(refusal("pty:/dev/pts/99999"),
                   "port pty:/dev/pts/99999 is not there: start the board that makes it (adoube simulate "
                   "GAMES.pgn --pty /dev/pts/99999)"));
    CHECK(mentions(refusal("dgt:pty:/dev/pts/99999"), "GAMES.pgn --pty /dev/pts/99999 --as dgt)"));
    CHECK(mentions(refusal("dgt:pty:/dev/pts/99999#00001"), "GAMES.pgn --pty /dev/pts/99999 --as dgt-bus)"));
    CHECK(mentions(refusal("serial:" + file), "is no terminal"));
    CHECK(mentions(refusal("pty:" + file), "is no terminal"));
    CHECK(mentions(refusal("serial:/dev/null"), "is no terminal"));
    const adoube::tests::HeldPort nobody_listens;
    CHECK(mentions(refusal("tcp:127.0.0.1:" + std::to_string(nobody_listens.number())), "cannot be reached"));
    CHECK(
        mentions(refusal("tcp:no.such.host.invalid:1"), "port tcp:no.such.host.invalid:1 cannot be reached"));
}
