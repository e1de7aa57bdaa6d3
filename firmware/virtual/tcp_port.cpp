#include "firmware/virtual/descriptor.hpp"
#include "firmware/virtual/host_port.hpp"

#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace adoube::firmware {

namespace {

class TcpPort : public HostPort {
  public:
    TcpPort(Descriptor listener, std::string address)
        : listener_(std::move(listener)), address_(std::move(address)) {}

    std::string address() const override { return "tcp " + address_; }
    void watch(std::vector<pollfd>& waited_for, bool wants_to_write, int&) const override {
        waited_for.push_back({listener_.get(), POLLIN, 0});
        if (stream_)
            waited_for.push_back(
                {stream_.get(), static_cast<short>(POLLIN | (wants_to_write ? POLLOUT : 0)), 0});
    }
    bool attend() override {
        bool changed = std::exchange(ended_, false);
        if (changed) stream_.reset();
        Descriptor next(::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (next) {
            const int on = 1;
            ::setsockopt(next.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            stream_ = std::move(next);
            changed = true;
        }
        return changed;
    }
    bool connected() const override { return static_cast<bool>(stream_) && !ended_; }
    std::size_t read(std::span<std::uint8_t> into) override { return noted(stream_.read(into)); }
    std::size_t write(std::span<const std::uint8_t> bytes) override { return noted(stream_.write(bytes)); }

  private:
    std::size_t noted(std::pair<std::size_t, Descriptor::Stream> outcome) {
        if (outcome.second == Descriptor::Stream::ended) ended_ = true;
        return outcome.first;
    }
    Descriptor listener_, stream_;
    std::string address_;
    bool ended_ = false;
};

struct AddressList {
    addrinfo* first = nullptr;
    ~AddressList() {
        if (first != nullptr) ::freeaddrinfo(first);
    }
};

int port_of(int socket) {
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &length);
    return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(bound).sin_port);
}

} // namespace

OpenedPort open_tcp(const std::string& address) {
    const std::size_t colon = address.rfind(':');
    if (colon == std::string::npos || colon + 1 == address.size())
        return std::unexpected(address + " is no address: write host:port, as in 127.0.0.1:4001");
    const std::string host = address.substr(0, colon), service = address.substr(colon + 1);
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_PASSIVE;
    AddressList found;
    if (const int error =
            ::getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &wanted, &found.first))
        return std::unexpected(address + " cannot be listened on: " + ::gai_strerror(error));
    Descriptor listener(::socket(found.first->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
                                 found.first->ai_protocol));
    const int on = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!listener || ::bind(listener.get(), found.first->ai_addr, found.first->ai_addrlen) != 0 ||
        ::listen(listener.get(), 4) != 0)
        return std::unexpected(
            address + " cannot be listened on: " +
            (errno == EADDRINUSE ? "another program does so already" : std::strerror(errno)));
    const std::string port = std::to_string(port_of(listener.get()));
    return std::make_unique<TcpPort>(std::move(listener), host + ":" + port);
}

} // namespace adoube::firmware
