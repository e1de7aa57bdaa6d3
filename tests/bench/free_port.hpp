#pragma once
// A free TCP port of this computer alone.

#include "firmware/virtual/descriptor.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace adoube::bench {

/// A listener there. Once it is closed, another program may listen there.
inline std::pair<firmware::Descriptor, std::uint16_t> free_port() {
    firmware::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
    ::listen(socket.get(), SOMAXCONN);
    return {std::move(socket), ntohs(address.sin_port)};
}

inline firmware::Descriptor accepted(const firmware::Descriptor& listener, int flags = 0) {
    firmware::Descriptor socket(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | flags));
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

} // namespace adoube::bench
