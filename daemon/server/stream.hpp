#pragma once
// The bytes of one connection, plain or in TLS.
//
// `shake_hands`, `read_some` and `write_some` never wait, but give `would_block`. For coroutines it is also
// an AsyncReadStream and AsyncWriteStream. (Asio's ssl::stream loses encrypted bytes when the socket takes no
// more, so it can only be awaited.)

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
    /// Then comes `async_handshake` or `shake_hands`.
    SSL& use_tls(SSL_CTX& context, End end);
    bool is_tls() const { return ssl_ != nullptr; }
    void shake_hands(Error& error);

    std::size_t read_some(boost::asio::mutable_buffer to, Error& error);
    /// Read already, and decrypted: no wait tells of it.
    bool has_more() const;
    /// After `would_block` the write has begun: offer it again, from the same byte on and no shorter, before
    /// anything else.
    std::size_t write_some(boost::asio::const_buffer from, Error& error);
    /// Waits until a retry makes sense; it may block again, as Asio may deliver an event of a closed socket.
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
    /// Copies the first byte without consuming it; gives (error, 1).
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

    /// Shows the other side that nothing was cut off.
    void end_writing();
    void close();

  private:
    struct Free {
        void operator()(SSL* ssl) const;
    };
    /// A BIO over the Asio socket (so without SIGPIPE).
    struct Carrier;
    friend Carrier;

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
            at = At::done; // never within the initiating call
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
    Error carried_; // the socket's last error
    Wait read_waits_for_ = Wait::wait_read, write_waits_for_ = Wait::wait_write;
};

} // namespace adoube::server
