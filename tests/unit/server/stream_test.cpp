#include "daemon/server/stream.hpp"
#include "tests/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>

#include <poll.h>

using adoube::server::Stream;
using boost::asio::ip::tcp;
namespace asio = boost::asio;

TEST_CASE(
    "a connection that takes the place of one closed a moment ago is not taken to have said what that said") {
    asio::io_context io{1}, elsewhere{1};
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    tcp::socket first(elsewhere), second(elsewhere);
    first.connect(acceptor.local_endpoint());
    tcp::socket closing = acceptor.accept();

    std::optional<Stream> stream;
    char byte = 0;
    std::optional<Stream::Error> peeked;
    acceptor.async_accept([&](Stream::Error error, tcp::socket socket) {
        REQUIRE(!error);
        stream.emplace(std::move(socket));
        stream->async_peek(byte, [&](Stream::Error told, std::size_t) { peeked = told; });
    });
    // One loop turn sees both the second's arrival and the first's byte; the first is closed before either is
    // handled.
    second.connect(acceptor.local_endpoint());
    asio::write(first, asio::buffer("x", 1));
    for (const int waited_for : {acceptor.native_handle(), closing.native_handle()}) {
        pollfd one{waited_for, POLLIN, 0};
        REQUIRE(::poll(&one, 1, 30'000) == 1);
    }
    asio::post(io, [&] { closing.close(); });
    io.poll();
    REQUIRE(stream);
    CHECK(!peeked);

    asio::write(second, asio::buffer("G", 1));
    while (!peeked) io.run_one();
    CHECK(!*peeked);
    CHECK(byte == 'G');
}
