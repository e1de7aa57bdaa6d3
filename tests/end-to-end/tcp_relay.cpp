#include "tcp_relay.hpp"

#include <algorithm>
#include <array>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace adoube::tests {
namespace {

sockaddr_in here(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

} // namespace

TcpRelay::TcpRelay(int board_port, std::uint64_t seed)
    : board_port_(board_port), listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), random_(seed) {
    auto address = here(0);
    socklen_t length = sizeof address;
    ::bind(listening_, reinterpret_cast<sockaddr*>(&address), length);
    ::listen(listening_, 4);
    ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

TcpRelay::~TcpRelay() {
    ending_ = true;
    thread_.join();
    ::close(listening_);
}

void TcpRelay::run() {
    while (!ending_) {
        pollfd waiting{listening_, POLLIN, 0};
        if (::poll(&waiting, 1, 20) <= 0) continue;
        const int daemon = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (unplugged)
            ++turned_away;
        else
            serve(daemon);
        ::close(daemon);
    }
}

void TcpRelay::serve(int daemon) {
    const int board = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = here(board_port_);
    bool whole = ::connect(board, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    while (whole && !ending_ && !unplugged) {
        std::array<pollfd, 2> ends{{{daemon, POLLIN, 0}, {board, POLLIN, 0}}};
        if (::poll(ends.data(), ends.size(), 20) <= 0) continue;
        if (ends[0].revents) whole = whole && pass(daemon, board);
        if (ends[1].revents) whole = whole && pass(board, daemon);
    }
    ::close(board);
}

bool TcpRelay::pass(int from, int to) {
    std::array<unsigned char, 256> bytes;
    const auto read = ::read(from, bytes.data(), bytes.size());
    if (read <= 0) return false;
    const auto count = until_cut(read);
    const auto one_in = [this](unsigned n) { return n != 0 && random_() % n == 0; };
    for (auto at = 0; at < count; ++at)
        if (one_in(change_one_in))
            bytes[static_cast<std::size_t>(at)] ^= static_cast<unsigned char>(1 + random_() % 255);
    if (::send(to, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) != count) return false;
    cuts += count < read;
    return count == read;
}

ssize_t TcpRelay::until_cut(ssize_t next) {
    if (cut_within == 0) return next;
    if (until_cut_ == 0) until_cut_ = 1 + static_cast<ssize_t>(random_() % cut_within);
    const auto through = std::min<ssize_t>(next, until_cut_ - 1);
    until_cut_ -= through;
    if (through < next) until_cut_ = 0;
    return through;
}

} // namespace adoube::tests
