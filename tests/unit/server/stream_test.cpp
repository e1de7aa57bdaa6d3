#include "daemon/server/stream.hpp"
#include "daemon/server/tls.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/temporary_folder.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/write.hpp>
#include <openssl/ssl.h>

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

TEST_CASE("a TLS connection that was cut counts as one that the other side has ended") {
    const bool ended = GENERATE(true, false);
    const adoube::tests::TemporaryFolder folder;
    adoube::tests::make_certificate(folder / "hall.pem", folder / "hall.key");
    const auto tls = adoube::server::Tls::load({folder / "hall.pem", folder / "hall.key"});
    REQUIRE(tls);
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> trusting(SSL_CTX_new(TLS_client_method()),
                                                                     &SSL_CTX_free);
    asio::io_context io;
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    tcp::socket socket(io);
    socket.connect(acceptor.local_endpoint());
    Stream client(std::move(socket)), server(acceptor.accept());
    client.use_tls(*trusting, Stream::End::client);
    server.use_tls(tls->context(), Stream::End::server);

    Stream::Error of_client = asio::error::would_block, of_server = of_client;
    const auto may_go_on = [](const Stream::Error& error) { return error == asio::error::would_block; };
    while (may_go_on(of_client) || may_go_on(of_server)) {
        client.shake_hands(of_client);
        server.shake_hands(of_server);
    }
    REQUIRE(!of_client);
    REQUIRE(!of_server);
    if (ended) server.end_writing();
    server.close();

    char byte = 0;
    Stream::Error told = asio::error::would_block;
    while (may_go_on(told)) client.read_some(asio::buffer(&byte, 1), told);
    CHECK(told ==
          (ended ? Stream::Error(asio::error::eof) : Stream::Error(asio::ssl::error::stream_truncated)));
}
