#include "crowd.hpp"

#include "bench.hpp"
#include "boards.hpp" // now_us

#include <array>
#include <csignal>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <vector>

namespace adoube::bench {
namespace {

using firmware::Descriptor;

constexpr std::size_t at_once = 64; // are on their way in
constexpr std::uint64_t come_within_us = 60'000'000;

class Readers {
  public:
    Readers(const Manner& manner, std::size_t count, const Crowd::Take& take)
        : manner_(manner), take_(take), readers_(count), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

    /// False if one is refused.
    bool come(std::atomic<std::uint64_t>& welcome) {
        std::size_t coming = 0;
        const auto end = now_us() + come_within_us;
        while (welcome + gone_ < readers_.size()) {
            for (; coming < readers_.size() && coming < welcome + at_once; ++coming)
                if (!greet(coming)) return false;
            if (now_us() > end) return false;
            say_signs_of_life();
            serve([&](std::size_t reader, std::string_view bytes) {
                auto& heard = readers_[reader].heard;
                if (readers_[reader].is_welcome) return;
                heard += bytes;
                if (heard.find(manner_.welcome) == std::string::npos) return;
                readers_[reader].is_welcome = true;
                heard = {};
                ++welcome;
            });
        }
        return gone_ == 0;
    }

    [[noreturn]] void read(std::atomic<std::uint64_t>& bytes, std::atomic<std::uint64_t>& gone) {
        while (true) {
            gone = gone_;
            say_signs_of_life();
            serve([&](std::size_t reader, std::string_view read) {
                bytes += read.size();
                if (take_) take_(reader, read);
            });
        }
    }

  private:
    struct Reader {
        Descriptor socket;
        std::string heard;
        bool is_welcome = false;
    };

    bool greet(std::size_t n) {
        auto& reader = readers_[n];
        reader.socket = connected_to(manner_.port, n);
        if (!reader.socket) return false;
        const auto said = manner_.greeting_of ? manner_.greeting_of(n) : manner_.greeting;
        ::send(reader.socket.get(), said.data(), said.size(), MSG_NOSIGNAL);
        ::fcntl(reader.socket.get(), F_SETFL, O_NONBLOCK);
        epoll_event event{.events = EPOLLIN, .data = {.u64 = n}};
        return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, reader.socket.get(), &event) == 0;
    }

    void say_signs_of_life() {
        constexpr std::uint64_t every_us = 10'000'000;
        const auto& sign = manner_.sign_of_life;
        if (sign.empty() || now_us() < said_us_ + every_us) return;
        said_us_ = now_us();
        for (const auto& reader : readers_)
            if (reader.socket) ::send(reader.socket.get(), sign.data(), sign.size(), MSG_NOSIGNAL);
    }

    template<class Take>
    void serve(Take&& take) {
        std::array<epoll_event, 256> events;
        constexpr int longest_ms = 1'000;
        const int count = ::epoll_wait(epoll_.get(), events.data(), events.size(), longest_ms);
        for (int n = 0; n < count; ++n) {
            const auto reader = events[static_cast<std::size_t>(n)].data.u64;
            std::array<std::uint8_t, 65'536> bytes;
            const auto [size, stream] = readers_[reader].socket.read(bytes);
            if (stream == Descriptor::Stream::ended) {
                readers_[reader].socket.reset();
                ++gone_;
            }
            take(reader, std::string_view(reinterpret_cast<const char*>(bytes.data()), size));
        }
    }

    const Manner& manner_;
    const Crowd::Take& take_;
    std::vector<Reader> readers_;
    Descriptor epoll_;
    std::size_t gone_ = 0;
    std::uint64_t said_us_ = 0;
};

} // namespace

namespace {

std::string request_for(const std::string& feed, std::uint16_t port) {
    return "GET " + feed + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
           "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
}

} // namespace

Manner as_display(std::uint16_t port) {
    return {port, request_for("/live", port), R"({"type":"round")",
            std::string("\x8a\x80\0\0\0\0", 6)}; // a pong
}

Manner as_display_of_one_board(std::uint16_t port) {
    auto manner = as_display(port);
    manner.greeting_of = [port](std::size_t reader) {
        return request_for("/live?board=" + std::to_string(reader + 1), port);
    };
    return manner;
}

Descriptor connected_to(std::uint16_t port, std::size_t reader) {
    constexpr std::size_t of_one_address = 1'000;
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(socket.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    sockaddr_in from{}, to{};
    from.sin_family = to.sin_family = AF_INET;
    from.sin_addr.s_addr = htonl(static_cast<std::uint32_t>(INADDR_LOOPBACK + reader / of_one_address));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(port);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        return {};
    return socket;
}

Crowd::Crowd(const Manner& manner, std::size_t count, const Take& take) : count_(count), process_(::fork()) {
    if (process_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        Readers readers(manner, count, take);
        if (!readers.come(state_->welcome)) ::_exit(1);
        readers.read(state_->bytes, state_->gone);
    }
    while (state_->welcome < count) {
        if (::waitpid(process_, nullptr, WNOHANG) == process_)
            refuse(std::to_string(state_->welcome) + " of " + std::to_string(count) +
                   " readers were welcome at port " + std::to_string(manner.port));
        ::usleep(1'000);
    }
}

Crowd::~Crowd() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

void Crowd::wait_until_quiet() const {
    constexpr auto a_while_us = 300'000;
    std::uint64_t before = 0;
    do {
        before = state_->bytes;
        ::usleep(a_while_us);
    } while (state_->bytes != before);
}

bool Crowd::wait_for_bytes(std::uint64_t bytes) const {
    constexpr std::uint64_t longest_us = 10'000'000;
    const auto end = now_us() + longest_us;
    while (state_->bytes < bytes) {
        if (now_us() > end) return false;
        ::usleep(200);
    }
    return true;
}

} // namespace adoube::bench
