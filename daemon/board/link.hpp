#pragma once
// Keeps the port of one board open: carries bytes both ways, and opens it again, with growing pauses, for as
// long as it is absent, busy or lost.

#include "daemon/board/port.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace adoube::board {

struct LinkEvents {
    std::function<void()> opened;
    std::function<void(std::span<const std::uint8_t>)> received;
    /// It could not be opened, or was open and is no more: one sentence that says why. It will be tried
    /// again.
    std::function<void(const std::string&)> failed;
};

/// Lives on one executor that runs one handler at a time; all events come from there.
class Link {
  public:
    /// Bytes for a board. One that takes nothing for so long a queue is as good as gone.
    static constexpr std::size_t most_waiting = 64 * 1024;

    Link(boost::asio::any_io_executor executor, Port port, LinkEvents events);
    /// Closes the port; no event comes afterwards.
    ~Link();
    Link(Link&&) noexcept;
    Link& operator=(Link&&) noexcept;

    /// Without effect while the port is not open.
    void send(std::span<const std::uint8_t> bytes);
    /// Closes the port and opens it again, without a word of it to `failed`.
    void reopen();

  private:
    class Loop;
    std::shared_ptr<Loop> loop_;
};

} // namespace adoube::board
