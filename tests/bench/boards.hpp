#pragma once
// Boards on TCP, whose events the caller makes: the firmware's own ring and link, and no scans, which would
// take the time that is to be measured. They sense presence, and run in real time.

#include "firmware/core/link.hpp"
#include "firmware/virtual/descriptor.hpp"
#include "firmware/virtual/host_port.hpp"

#include <chrono>
#include <deque>

namespace adoube::bench {

/// Of the steady clock, which all processes share. Microseconds.
std::uint64_t now_us();

/// What happens on a board; its time comes with it.
struct Deed {
    wire::EventKind kind;
    std::uint8_t square = 0;
};

class Boards {
  public:
    /// They were switched on three hours ago.
    explicit Boards(std::size_t count);

    std::size_t size() const { return boards_.size(); }
    /// As in the daemon's configuration.
    std::string port(std::size_t board) const;

    /// Now, and on its way to the host before this returns.
    void happen(std::size_t board, Deed deed);
    /// Before the host came: half a second after what had happened there last, for three hours at most.
    void happened(std::size_t board, Deed deed);

    /// Answers the host, for so long at most, until something came; readable when something did.
    void serve(std::chrono::milliseconds longest);
    void serve_for(std::chrono::milliseconds time);
    int descriptor() const { return epoll_.get(); }

    bool all_followed() const;
    /// Every event is durable.
    bool all_acknowledged() const;

  private:
    struct Board {
        Board(std::uint64_t id, std::unique_ptr<firmware::HostPort> opened);
        Board(Board&&) = delete;

        std::unique_ptr<firmware::HostPort> port;
        std::vector<firmware::EventRing::Slot> store;
        firmware::EventRing ring;
        firmware::NoHardware hardware;
        firmware::Link link;
        std::vector<std::uint8_t> unsent;
        std::uint64_t last_us = 0;
    };

    std::uint64_t board_us(std::uint64_t now) const { return now - on_since_us_; }
    void push(Board& board, Deed deed, std::uint64_t board_us);
    void listen(std::size_t board);
    void hear(std::size_t board);
    void say(std::size_t board, std::uint64_t now);

    std::uint64_t on_since_us_;
    std::deque<Board> boards_;
    firmware::Descriptor epoll_;
    std::uint64_t all_served_us_ = 0;
};

} // namespace adoube::bench
