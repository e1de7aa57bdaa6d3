#pragma once
// The bytes of one connection, plain or in TLS; who reads and writes them does not know which.
//
// `shake_hands`, `read_some` and `write_some` do what can be done at once, or say `would_block`: nobody waits
// for a viewer. For coroutines it is also an AsyncReadStream and an AsyncWriteStream, as Asio and Beast name
// them. (Asio's own ssl::stream loses what it has encrypted when the socket takes no more, and so can only be
// waited for.)

#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <openssl/types.h>
#include <optional>

namespace adoube::server {

class Stream {
  public:
    using executor_type = boost::asio::any_io_executor;
    using Error = boost::system::error_code;
    using Wait = boost::asio::ip::tcp::socket::wait_type;

    explicit Stream(boost::asio::ip::tcp::socket socket);
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    executor_type get_executor() { return socket_.get_executor(); }

    enum class End { server, client };
    /// From now on TLS, of which this is that end; `async_handshake` or `shake_hands` comes next.
    SSL& use_tls(SSL_CTX& context, End end);
    bool is_tls() const { return ssl_ != nullptr; }
    void shake_hands(Error& error);

    std::size_t read_some(boost::asio::mutable_buffer to, Error& error);
    /// What would block has been begun all the same: it must be offered again, from the same byte on and no
    /// shorter, before anything else.
    std::size_t write_some(boost::asio::const_buffer from, Error& error);
    /// Until it is worth trying again what would have blocked; it may block all the same, as Asio may take
    /// for its own what was told of a socket that is closed.
    template<class Token>
    auto async_wait(Wait direction, Token&& token) {
        return socket_.async_wait(direction == Wait::wait_read ? read_waits_for_ : write_waits_for_,
                                  std::forward<Token>(token));
    }

    template<class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return async(
            Wait::wait_read,
            [this, to = first_of<boost::asio::mutable_buffer>(buffers)](Error& error) {
                return read_some(to, error);
            },
            token);
    }
    template<class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return async(
            Wait::wait_write,
            [this, from = first_of<boost::asio::const_buffer>(buffers)](Error& error) {
                return write_some(from, error);
            },
            token);
    }
    /// The first byte that comes, which is left where it is: gives (error, 1).
    template<class Token>
    auto async_peek(char& byte, Token&& token) {
        return async(
            Wait::wait_read, [this, &byte](Error& error) { return peek(byte, error); }, token);
    }
    /// Gives (error, 0).
    template<class Token>
    auto async_handshake(Token&& token) {
        return async(
            Wait::wait_read,
            [this](Error& error) {
                shake_hands(error);
                return std::size_t{0};
            },
            token);
    }

    /// Nothing more will be written; the other side can see that nothing was cut off.
    void end_writing();
    void close();

  private:
    struct Free {
        void operator()(SSL* ssl) const;
    };
    /// Does what socket BIOs do, by way of Asio (and so without SIGPIPE).
    struct Carrier;
    friend Carrier;

    /// Tries; where that would block, waits and tries again.
    template<class Attempt>
    struct Operation {
        Stream& stream;
        Wait direction;
        Attempt attempt;
        enum class At { start, waited, done } at = At::start;
        std::size_t size = 0;
        Error result{};

        template<class Self>
        void operator()(Self& self, Error error = {}) {
            if (at == At::done) return self.complete(result, size);
            result = error;
            if (!error) size = attempt(result);
            if (result == boost::asio::error::would_block) {
                at = At::waited;
                return stream.async_wait(direction, std::move(self));
            }
            if (at == At::waited) return self.complete(result, size);
            at = At::done; // never from within the call that began it
            boost::asio::post(stream.get_executor(), std::move(self));
        }
    };

    template<class Attempt, class Token>
    auto async(Wait direction, Attempt attempt, Token& token) {
        return boost::asio::async_compose<Token, void(Error, std::size_t)>(
            Operation<Attempt>{*this, direction, std::move(attempt)}, token, socket_);
    }
    template<class Buffer, class Buffers>
    static Buffer first_of(const Buffers& buffers) {
        const auto end = boost::asio::buffer_sequence_end(buffers);
        for (auto at = boost::asio::buffer_sequence_begin(buffers); at != end; ++at)
            if (Buffer(*at).size() > 0) return *at;
        return {};
    }

    std::size_t peek(char& byte, Error& error);
    Error outcome(int returned, Wait& waits_for);

    boost::asio::ip::tcp::socket socket_;
    std::unique_ptr<SSL, Free> ssl_;
    Error carried_; // what the socket said last
    Wait read_waits_for_ = Wait::wait_read, write_waits_for_ = Wait::wait_write;
};

} // namespace adoube::server
