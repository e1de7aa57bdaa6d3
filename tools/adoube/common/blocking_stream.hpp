#pragma once
// A plain or TLS connection with timeouts: Beast's SyncStream.

#include "daemon/server/stream.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/role.hpp>
#include <chrono>

namespace adoube::tools {

class BlockingStream {
  public:
    using Duration = std::chrono::steady_clock::duration;
    using executor_type = server::Stream::executor_type;
    using Error = server::Stream::Error;
    using Endpoints = boost::asio::ip::tcp::resolver::results_type;

    executor_type get_executor() { return context_.get_executor(); }

    /// A deadline for all that follows: then Beast's error::timeout.
    void expires_after(Duration time) { deadline_ = std::chrono::steady_clock::now() + time; }
    /// A timeout for each wait from now on.
    void expires_in_silence(Duration time) { silence_ = time; }

    void connect(const Endpoints& endpoints, Error& error);
    /// Set the expected peer before `shake_hands`.
    SSL& use_tls(SSL_CTX& context) { return stream_->use_tls(context, server::Stream::End::client); }
    void shake_hands(Error& error);

    template<class Buffers>
    std::size_t read_some(const Buffers& to, Error& error) {
        namespace asio = boost::asio;
        const auto most = asio::buffer(bytes_, asio::buffer_size(to));
        return asio::buffer_copy(to, asio::buffer(bytes_, read(most, error)));
    }
    /// Joins the buffers into one write.
    template<class Buffers>
    std::size_t write_some(const Buffers& from, Error& error) {
        namespace asio = boost::asio;
        return write(asio::buffer(bytes_, asio::buffer_copy(asio::buffer(bytes_), from)), error);
    }
    // Required by the concept, never called.
    template<class Buffers>
    std::size_t read_some(const Buffers& to);
    template<class Buffers>
    std::size_t write_some(const Buffers& from);

    /// Beast closes a WebSocket with it.
    friend void teardown(boost::beast::role_type, BlockingStream& stream, Error& error) {
        stream.stream_->end_writing();
        stream.stream_->close();
        error = {};
    }

  private:
    std::size_t read(boost::asio::mutable_buffer to, Error& error);
    std::size_t write(boost::asio::const_buffer from, Error& error);
    template<class Attempt>
    std::size_t until_done(server::Stream::Wait direction, Attempt attempt, Error& error);
    template<class What, class Begin>
    Error wait_for(What& what, Begin begin);

    boost::asio::io_context context_{1};
    std::optional<server::Stream> stream_;
    std::chrono::steady_clock::time_point deadline_{};
    std::optional<Duration> silence_;
    std::array<char, 16'384> bytes_; // one TLS record
};

} // namespace adoube::tools
