#include "tools/adoube/common/blocking_stream.hpp"

#include <boost/asio/connect.hpp>
#include <boost/beast/core/error.hpp>

namespace adoube::tools {

namespace asio = boost::asio;
using asio::ip::tcp;
using server::Stream;
using std::chrono::steady_clock;

/// Closes `what` on timeout.
template<class What, class Begin>
BlockingStream::Error BlockingStream::wait_for(What& what, Begin begin) {
    std::optional<Error> told;
    begin([&told](Error error, auto&&...) { told = error; });
    context_.restart();
    context_.run_until(silence_ ? steady_clock::now() + *silence_ : deadline_);
    if (told) return *told;
    what.close();
    context_.run();
    return boost::beast::error::timeout;
}

template<class Attempt>
std::size_t BlockingStream::until_done(Stream::Wait direction, Attempt attempt, Error& error) {
    for (;;) {
        const std::size_t size = attempt();
        if (error != asio::error::would_block) return size;
        error = wait_for(*stream_, [&](auto done) { stream_->async_wait(direction, std::move(done)); });
        if (error) return 0;
    }
}

void BlockingStream::connect(const Endpoints& endpoints, Error& error) {
    tcp::socket socket(context_);
    error = wait_for(socket, [&](auto done) { asio::async_connect(socket, endpoints, std::move(done)); });
    if (error) return;
    socket.set_option(tcp::no_delay(true), error); // writes are whole requests
    stream_.emplace(std::move(socket));
}

void BlockingStream::shake_hands(Error& error) {
    const auto attempt = [&] {
        stream_->shake_hands(error);
        return std::size_t{0};
    };
    until_done(Stream::Wait::wait_read, attempt, error);
}

std::size_t BlockingStream::read(asio::mutable_buffer to, Error& error) {
    return until_done(
        Stream::Wait::wait_read, [&] { return stream_->read_some(to, error); }, error);
}

std::size_t BlockingStream::write(asio::const_buffer from, Error& error) {
    return until_done(
        Stream::Wait::wait_write, [&] { return stream_->write_some(from, error); }, error);
}

} // namespace adoube::tools
