#pragma once
// A loopback port for a server that a test ends and starts again.

#include <cstdint>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace adoube::tests {

/// Bound, not listening: a server with SO_REUSEADDR can listen on it, nobody else gets it, and meanwhile
/// connecting is refused.
class HeldPort {
  public:
    HeldPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const int on = 1;
        ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
            ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            throw std::runtime_error("no port is to be had on the loopback");
        number_ = ntohs(address.sin_port);
    }
    ~HeldPort() { ::close(socket_); }
    HeldPort(const HeldPort&) = delete;
    HeldPort& operator=(const HeldPort&) = delete;

    std::uint16_t number() const { return number_; }

  private:
    int socket_;
    std::uint16_t number_ = 0;
};

} // namespace adoube::tests
