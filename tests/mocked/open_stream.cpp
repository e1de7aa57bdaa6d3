#include "open_stream.hpp"

#include "tests/catch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <chrono>
#include <poll.h>
#include <sys/socket.h>

namespace adoube::tests {
namespace {

namespace asio = boost::asio;
using Opened = std::expected<board::Stream, std::string>;

constexpr int patience_ms = 20'000;

asio::awaitable<void> open_into(std::optional<Opened>& result, board::Port port) {
    result.emplace(co_await board::open_port(co_await asio::this_coro::executor, std::move(port)));
}

Opened opened(asio::io_context& context, const std::string& name) {
    std::optional<Opened> result;
    asio::co_spawn(context, open_into(result, board::port_from(name).value()), asio::detached);
    context.run_for(std::chrono::seconds(30));
    REQUIRE(result.has_value());
    return std::move(*result);
}

} // namespace

OpenStream::OpenStream(const std::string& port) {
    auto result = opened(context_, port);
    if (!result.has_value()) FAIL(result.error());
    stream_.emplace(std::move(result.value()));
}

std::string OpenStream::read(std::size_t count) {
    std::string all;
    while (all.size() < count) {
        pollfd one{stream_->native_handle(), POLLIN, 0};
        REQUIRE(::poll(&one, 1, patience_ms) == 1);
        std::string part(count - all.size(), ' ');
        const auto got = ::read(one.fd, part.data(), part.size());
        if (got <= 0) break; // a vanished terminal gives an error, not EOF
        all.append(part, 0, static_cast<std::size_t>(got));
    }
    return all;
}

bool OpenStream::ends() { return read(1).empty(); }

std::size_t OpenStream::write(const std::string& bytes) {
    const auto count = ::write(stream_->native_handle(), bytes.data(), bytes.size());
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::string refusal_of(const std::string& port) {
    asio::io_context context;
    const auto result = opened(context, port);
    return result.has_value() ? "opened" : result.error();
}

} // namespace adoube::tests
