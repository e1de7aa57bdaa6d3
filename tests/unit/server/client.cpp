#include "tests/unit/server/client.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace adoube::server {
namespace {

/// Long enough for any busy machine.
constexpr timeval patience{30, 0};

void give_up_in_the_end(int socket) {
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

} // namespace

Client::Client(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (receive_buffer > 0)
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    give_up_in_the_end(socket_);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("no connection to the server under test");
}

Client::~Client() { ::close(socket_); }

void Client::Free::operator()(SSL* ssl) const { SSL_free(ssl); }

bool Client::begin_tls(const TlsWishes& wishes) {
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL has no MSG_NOSIGNAL
    SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
    if (wishes.version > 0) {
        SSL_CTX_set_security_level(context, 0);
        SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
        SSL_CTX_set_max_proto_version(context, wishes.version);
    }
    const std::string offered = static_cast<char>(wishes.protocols.size()) + std::string(wishes.protocols);
    if (!wishes.protocols.empty())
        SSL_CTX_set_alpn_protos(context, reinterpret_cast<const unsigned char*>(offered.data()),
                                static_cast<unsigned>(offered.size()));
    ssl_.reset(SSL_new(context));
    SSL_CTX_free(context);
    SSL_set_fd(ssl_.get(), socket_);
    return SSL_connect(ssl_.get()) == 1;
}

std::string Client::server_name() const {
    std::array<char, 64> name{};
    X509* const certificate = SSL_get1_peer_certificate(ssl_.get());
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name.data(), name.size());
    X509_free(certificate);
    return name.data();
}

std::string Client::protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_.get(), &name, &size);
    return {reinterpret_cast<const char*>(name), size};
}

void Client::change_keys() { SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_REQUESTED); }

bool Client::renegotiate() { return SSL_renegotiate(ssl_.get()) == 1 && SSL_do_handshake(ssl_.get()) == 1; }

void Client::send(std::string_view bytes) {
    if (ssl_) {
        (void)SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
        return;
    }
    send_below_tls(bytes);
}

void Client::send_below_tls(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return; // server hung up; its answer is still unread
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void Client::end_sending() { ::shutdown(socket_, SHUT_WR); }

bool Client::receive() {
    std::array<char, 65536> bytes;
    const auto size = ssl_ ? SSL_read(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()))
                           : ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (size > 0) received_.append(bytes.data(), static_cast<std::size_t>(size));
    return size > 0;
}

bool Client::has(std::size_t size) {
    while (received_.size() < size)
        if (!receive()) return false;
    return true;
}

std::string Client::take(std::size_t size) {
    std::string bytes = received_.substr(0, size);
    received_.erase(0, size);
    return bytes;
}

Client::Response Client::get(std::string_view target, std::string_view more_headers,
                             std::string_view method) {
    send(std::string(method) + ' ' + std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" +
         std::string(more_headers) + "\r\n");
    return read_response(method != "HEAD");
}

Client::Response Client::read_response(bool with_body) {
    std::size_t end;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos)
        if (!receive()) return {};
    Response response;
    response.head = take(end + 4);
    response.status = std::stoi(response.head.substr(9, 3));
    const std::string_view name = "Content-Length: ";
    const auto at = response.head.find(name);
    const std::size_t size = at == std::string::npos ? 0 : std::stoul(response.head.substr(at + name.size()));
    if (with_body && has(size)) response.body = take(size);
    return response;
}

std::optional<std::string> Client::read_to_end() {
    errno = 0;
    while (receive()) {
    }
    if (errno == EAGAIN) return std::nullopt;
    return take(received_.size());
}

bool Client::view(std::string_view query, std::string_view more_headers) {
    const std::string headers = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                                std::string(more_headers);
    return get("/live" + std::string(query), headers).status == 101;
}

std::optional<Client::Frame> Client::read_frame() {
    if (!has(2)) return std::nullopt;
    std::size_t header = 2, size = static_cast<std::uint8_t>(received_[1]) & 0x7f;
    if (size > 125) {
        const std::size_t size_bytes = size == 126 ? 2 : 8;
        header += size_bytes;
        if (!has(header)) return std::nullopt;
        size = 0;
        for (std::size_t at = 2; at < header; ++at)
            size = size << 8 | static_cast<std::uint8_t>(received_[at]);
    }
    if (!has(header + size)) return std::nullopt;
    const std::string head = take(header);
    return Frame{head[0] & 0x0f, take(size)};
}

std::optional<std::string> Client::read_message() {
    while (auto frame = read_frame()) {
        if (frame->opcode == 8) return std::nullopt;
        if (frame->opcode == 1 && !frame->payload.starts_with(R"({"type":"now")")) return frame->payload;
    }
    return std::nullopt;
}

void Client::send_frame(int opcode, std::string_view payload) {
    std::string bytes{static_cast<char>(0x80 | opcode)};
    if (payload.size() <= 125)
        bytes += static_cast<char>(0x80 | payload.size());
    else
        bytes += {static_cast<char>(0x80 | 126), static_cast<char>(payload.size() >> 8),
                  static_cast<char>(payload.size())};
    bytes += {1, 2, 3, 4};
    for (std::size_t n = 0; n < payload.size(); ++n)
        bytes += static_cast<char>(payload[n] ^ static_cast<char>(n % 4 + 1));
    send(bytes);
}

} // namespace adoube::server
