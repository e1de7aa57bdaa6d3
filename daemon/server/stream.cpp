#include "daemon/server/stream.hpp"

#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/impl/error.ipp> // of asio::ssl only OpenSSL's error texts are used
#include <openssl/err.h>
#include <openssl/ssl.h>

namespace adoube::server {

using boost::asio::ip::tcp;
namespace error_of = boost::asio::error;

struct Stream::Carrier {
    static int write(BIO* bio, const char* bytes, std::size_t size, std::size_t* written) {
        Stream& stream = of(bio);
        *written = stream.socket_.write_some(boost::asio::buffer(bytes, size), stream.carried_);
        return told(bio, BIO_FLAGS_WRITE);
    }
    static int read(BIO* bio, char* bytes, std::size_t size, std::size_t* got) {
        Stream& stream = of(bio);
        *got = stream.socket_.read_some(boost::asio::buffer(bytes, size), stream.carried_);
        return told(bio, BIO_FLAGS_READ);
    }
    static long control(BIO*, int what, long, void*) { return what == BIO_CTRL_FLUSH ? 1 : 0; }

    static BIO* make(Stream& stream) {
        static BIO_METHOD* const method = [] {
            auto* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "a socket of Asio");
            BIO_meth_set_write_ex(made, write);
            BIO_meth_set_read_ex(made, read);
            BIO_meth_set_ctrl(made, control);
            return made;
        }();
        BIO* bio = BIO_new(method);
        BIO_set_data(bio, &stream);
        BIO_set_init(bio, 1);
        return bio;
    }

  private:
    static Stream& of(BIO* bio) { return *static_cast<Stream*>(BIO_get_data(bio)); }
    static int told(BIO* bio, int direction) {
        const Error& error = of(bio).carried_;
        BIO_clear_retry_flags(bio);
        if (error == error_of::would_block) BIO_set_flags(bio, direction | BIO_FLAGS_SHOULD_RETRY);
        return error ? 0 : 1;
    }
};

void Stream::Free::operator()(SSL* ssl) const { SSL_free(ssl); }

Stream::Stream(tcp::socket socket) : socket_(std::move(socket)) {
    Error ignored;
    socket_.non_blocking(true, ignored);
}

std::size_t Stream::peek(char& byte, Error& error) {
    return socket_.receive(boost::asio::buffer(&byte, 1), tcp::socket::message_peek, error);
}

SSL& Stream::use_tls(SSL_CTX& context, End end) {
    ssl_.reset(SSL_new(&context));
    BIO* const bio = Carrier::make(*this);
    SSL_set_bio(ssl_.get(), bio, bio);
    if (end == End::server)
        SSL_set_accept_state(ssl_.get());
    else
        SSL_set_connect_state(ssl_.get());
    return *ssl_;
}

std::size_t Stream::read_some(boost::asio::mutable_buffer to, Error& error) {
    if (!ssl_) return socket_.read_some(to, error);
    std::size_t size = 0;
    ERR_clear_error();
    error = outcome(SSL_read_ex(ssl_.get(), to.data(), to.size(), &size), read_waits_for_);
    return size;
}

bool Stream::has_more() const { return ssl_ && SSL_pending(ssl_.get()) > 0; }

std::size_t Stream::write_some(boost::asio::const_buffer from, Error& error) {
    if (!ssl_) return socket_.write_some(from, error);
    std::size_t size = 0;
    ERR_clear_error();
    error = outcome(SSL_write_ex(ssl_.get(), from.data(), from.size(), &size), write_waits_for_);
    return size;
}

void Stream::shake_hands(Error& error) {
    ERR_clear_error();
    error = outcome(SSL_do_handshake(ssl_.get()), read_waits_for_);
}

Stream::Error Stream::outcome(int returned, Wait& waits_for) {
    if (returned > 0) return {};
    switch (SSL_get_error(ssl_.get(), returned)) {
    case SSL_ERROR_WANT_READ: waits_for = Wait::wait_read; return error_of::would_block;
    case SSL_ERROR_WANT_WRITE: waits_for = Wait::wait_write; return error_of::would_block;
    case SSL_ERROR_ZERO_RETURN: return error_of::eof;
    default: break;
    }
    const Error of_tls(static_cast<int>(ERR_peek_error()), error_of::get_ssl_category());
    ERR_clear_error();
    if (of_tls) return of_tls;
    if (carried_ == error_of::eof) return boost::asio::ssl::error::stream_truncated;
    const bool is_of_socket = carried_ && carried_ != error_of::would_block;
    return is_of_socket ? carried_ : make_error_code(boost::system::errc::protocol_error);
}

void Stream::end_writing() {
    if (ssl_) SSL_shutdown(ssl_.get());
    ERR_clear_error();
    Error ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void Stream::close() {
    Error ignored;
    socket_.close(ignored);
}

} // namespace adoube::server
