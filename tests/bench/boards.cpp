#include "boards.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <sys/epoll.h>

namespace adoube::bench {
namespace {

/// An hour of a fast game.
constexpr std::size_t held = 2'048;
/// For what a link does on its own: snapshots, hellos, what was not acknowledged.
constexpr std::uint64_t serve_all_every_us = 100'000;

constexpr std::uint64_t on_for_us = 3 * 3'600'000'000ULL, leisure_us = 500'000;

std::uint32_t boot_of(std::uint64_t id) { return static_cast<std::uint32_t>(0x5EED0000 + id); }

std::unique_ptr<firmware::HostPort> board_port() {
    auto port = firmware::open_tcp("127.0.0.1:0");
    if (!port) throw std::runtime_error(port.error());
    return std::move(*port);
}

} // namespace

std::uint64_t now_us() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

Boards::Board::Board(std::uint64_t id, std::unique_ptr<firmware::HostPort> opened)
    : port(std::move(opened)), store(held), ring(store),
      link({id, boot_of(id), wire::Sensing::presence, wire::feature::lever | wire::feature::adjust_buttons},
           ring, hardware, {}) {
    firmware::Placement start;
    for (unsigned square = 0; square < wire::square_count; ++square)
        if (square < 16 || square >= 48) start.squares.set(square, wire::Content::occupied);
    ring.start(start);
}

Boards::Boards(std::size_t count)
    : on_since_us_(now_us() - on_for_us), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (std::size_t n = 0; n < count; ++n) {
        boards_.emplace_back(n + 1, board_port());
        listen(n);
    }
}

std::string Boards::port(std::size_t board) const {
    const auto address = boards_[board].port->address(); // "tcp 127.0.0.1:4001"
    return "tcp:" + address.substr(address.find(' ') + 1);
}

void Boards::push(Board& board, Deed deed, std::uint64_t board_us) {
    board.last_us = board_us;
    const bool moved = deed.kind == wire::EventKind::lift || deed.kind == wire::EventKind::drop;
    board.ring.push(
        {board_us, deed.kind, deed.square, moved ? wire::Content::occupied : wire::Content::empty});
}

void Boards::happen(std::size_t board, Deed deed) {
    push(boards_[board], deed, board_us(now_us()));
    say(board, now_us());
}

void Boards::happened(std::size_t board, Deed deed) {
    push(boards_[board], deed, boards_[board].last_us + leisure_us);
}

/// Its listener, and the connection that it may have; a closed one is out of itself.
void Boards::listen(std::size_t board) {
    std::vector<pollfd> watched;
    int longest_ms = 0;
    boards_[board].port->watch(watched, false, longest_ms);
    for (const auto& one : watched) {
        epoll_event event{.events = EPOLLIN, .data = {.u64 = board}};
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, one.fd, &event);
    }
}

void Boards::serve(std::chrono::milliseconds longest) {
    std::array<epoll_event, 64> events;
    const int count =
        ::epoll_wait(epoll_.get(), events.data(), events.size(), static_cast<int>(longest.count()));
    for (int n = 0; n < count; ++n) hear(events[static_cast<std::size_t>(n)].data.u64);
    if (now_us() < all_served_us_ + serve_all_every_us) return;
    all_served_us_ = now_us();
    for (std::size_t n = 0; n < boards_.size(); ++n)
        if (boards_[n].link.wake_us(all_served_us_) <= all_served_us_) say(n, all_served_us_);
}

void Boards::serve_for(std::chrono::milliseconds time) {
    using namespace std::chrono;
    const auto end = steady_clock::now() + time;
    for (auto now = end - time; now < end; now = steady_clock::now()) serve(ceil<milliseconds>(end - now));
}

void Boards::hear(std::size_t n) {
    auto& board = boards_[n];
    if (board.port->attend()) {
        board.link.closed();
        board.unsent.clear();
        listen(n);
    }
    if (!board.port->connected()) return;
    const auto now = now_us();
    std::array<std::uint8_t, 4'096> bytes;
    while (const auto count = board.port->read(bytes)) board.link.receive(std::span(bytes).first(count), now);
    say(n, now);
}

void Boards::say(std::size_t n, std::uint64_t now) {
    auto& board = boards_[n];
    if (!board.port->connected()) return;
    std::array<std::uint8_t, wire::max_frame> frame;
    while (const auto length = board.link.transmit(frame, now, {board_us(now), board_us(now), 0, 0}))
        board.unsent.insert(board.unsent.end(), frame.begin(),
                            frame.begin() + static_cast<std::ptrdiff_t>(length));
    const auto written = board.port->write(board.unsent);
    board.unsent.erase(board.unsent.begin(), board.unsent.begin() + static_cast<std::ptrdiff_t>(written));
}

bool Boards::all_followed() const {
    return std::ranges::all_of(boards_, [](const Board& board) { return board.link.followed(); });
}

bool Boards::all_acknowledged() const {
    return std::ranges::all_of(boards_,
                               [](const Board& board) { return board.ring.acked() == board.ring.next(); });
}

} // namespace adoube::bench
