#pragma once
// Carries bytes to and from one board's port, and reopens it with growing pauses while it is absent, busy or
// lost.

#include "daemon/board/port.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace adoube::board {

struct LinkEvents {
    std::function<void()> opened;
    std::function<void(std::span<const std::uint8_t>)> received;
    /// Why the port could not be opened or was lost, in one sentence; retries follow.
    std::function<void(const std::string&)> failed;
    /// May be empty. While it is true, and for 1.5 seconds at most, what a board has sent waits in its port.
    std::function<bool()> crowded = {};
};

/// For an executor that runs one handler at a time; events come from there.
class Link {
  public:
    /// Bytes queued for a board; one that leaves more untaken counts as gone.
    static constexpr std::size_t most_waiting = 64 * 1024;

    Link(boost::asio::any_io_executor executor, Port port, LinkEvents events);
    /// Closes the port; no event follows.
    ~Link();
    Link(Link&&) noexcept;
    Link& operator=(Link&&) noexcept;

    /// No effect while the port is closed.
    void send(std::span<const std::uint8_t> bytes);
    /// Closes and reopens the port without calling `failed`.
    void reopen();

  private:
    class Loop;
    std::shared_ptr<Loop> loop_;
};

} // namespace adoube::board
