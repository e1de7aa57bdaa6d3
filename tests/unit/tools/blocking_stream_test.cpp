#include "tests/catch.hpp"
#include "tools/adoube/common/blocking_stream.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <openssl/ssl.h>
#include <thread>

using adoube::tools::BlockingStream;
using boost::asio::ip::tcp;
namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// A server with one connection, and its client.
struct Connected {
    asio::io_context io;
    tcp::acceptor acceptor{io, {asio::ip::address_v4::loopback(), 0}};
    BlockingStream stream;
    BlockingStream::Error error;
    tcp::socket server{io};

    Connected() {
        stream.expires_after(1h);
        const auto endpoint = acceptor.local_endpoint();
        stream.connect(BlockingStream::Endpoints::create(endpoint, "", ""), error);
        REQUIRE(!error);
        acceptor.accept(server);
    }
    /// A byte every 2 ms until stopped.
    std::jthread trickle() {
        return std::jthread([this](const std::stop_token& stop) {
            for (BlockingStream::Error gone; !stop.stop_requested() && !gone;) {
                asio::write(server, asio::buffer("x", 1), gone);
                std::this_thread::sleep_for(2ms);
            }
        });
    }
    std::size_t read(std::size_t count) {
        std::string bytes(count, ' ');
        return asio::read(stream, asio::buffer(bytes), error);
    }
};

} // namespace

TEST_CASE("who says nothing, or too little, is waited for longer than was said") {
    Connected at;
    at.stream.expires_after(50ms);
    SECTION("nothing") { CHECK(at.read(1) == 0); }
    SECTION("nothing in a handshake") {
        const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> tls(SSL_CTX_new(TLS_client_method()),
                                                                    SSL_CTX_free);
        at.stream.use_tls(*tls);
        at.stream.shake_hands(at.error);
    }
    SECTION("too little") {
        const auto trickle = at.trickle();
        at.read(1'000'000);
    }
    CHECK(at.error == boost::beast::error::timeout);
}

TEST_CASE("who never falls silent is cut off, or who does is not") {
    Connected at;
    at.stream.expires_after(0s);
    at.stream.expires_in_silence(1h);
    {
        const auto trickle = at.trickle();
        CHECK(at.read(20) == 20);
    }
    CHECK(!at.error);
    at.stream.expires_in_silence(20ms);
    at.read(1'000'000);
    CHECK(at.error == boost::beast::error::timeout);
}

TEST_CASE("what nobody takes is waited for longer than was said") {
    Connected at;
    at.stream.expires_after(50ms);
    const std::string much(100'000'000, 'x');
    asio::write(at.stream, asio::buffer(much), at.error);
    CHECK(at.error == boost::beast::error::timeout);
}

TEST_CASE("what is written from many buffers does not come whole") {
    Connected at;
    const std::string much(100'000, 'x');
    const std::array<asio::const_buffer, 3> buffers{asio::buffer("<", 1), asio::buffer(much),
                                                    asio::buffer(">", 1)};
    std::string got(much.size() + 2, ' ');
    {
        const std::jthread reader([&] { asio::read(at.server, asio::buffer(got)); });
        asio::write(at.stream, buffers, at.error);
    }
    CHECK(!at.error);
    CHECK(got == '<' + much + '>');
}
