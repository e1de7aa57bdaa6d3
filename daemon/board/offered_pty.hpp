#pragma once
// A pseudo-terminal that looks like a serial port with a board to other programs, under a name of its own: a
// symbolic link. Programs come and go; one at a time is meant.

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace adoube::board {

struct OfferedPtyEvents {
    std::function<void(std::span<const std::uint8_t>)> received;
    /// Bytes for the program, about so many; called when it can take some, until there are none.
    std::function<std::vector<std::uint8_t>(std::size_t most)> take;
    /// What it has not read is gone; the next program begins anew.
    std::function<void()> left;
};

/// For an executor that runs one handler at a time; events come from there.
class OfferedPty {
  public:
    /// `link` replaces a link to a terminal, as a daemon leaves behind that was killed, and nothing else.
    /// Open to the daemon's user and the terminals' group. The error is one sentence.
    static std::expected<OfferedPty, std::string>
    offer(boost::asio::any_io_executor executor, const std::filesystem::path& link, OfferedPtyEvents events);
    /// What would prevent `offer`, or empty. Leaves nothing changed.
    static std::string why_not(const std::filesystem::path& link);
    /// Removes the link; no event follows.
    ~OfferedPty();
    OfferedPty(OfferedPty&&) noexcept;
    OfferedPty& operator=(OfferedPty&&) noexcept;

    /// There are bytes to `take`.
    void wake();
    bool has_program() const;

  private:
    class Loop;
    explicit OfferedPty(std::shared_ptr<Loop> loop);
    std::shared_ptr<Loop> loop_;
};

} // namespace adoube::board
