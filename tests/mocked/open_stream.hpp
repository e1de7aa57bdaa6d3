#pragma once
// A port opened as by the daemon, for tests without an event loop.

#include "daemon/board/port.hpp"

#include <boost/asio/io_context.hpp>

#include <memory>

namespace adoube::tests {

class OpenStream {
  public:
    /// Fails the test if it does not open.
    explicit OpenStream(const std::string& port);

    /// Fewer bytes only at the end of the file; fails the test if neither comes.
    std::string read(std::size_t count);
    /// The other end is closed and no byte is left.
    bool ends();
    /// Writes what is taken without waiting; returns the count.
    std::size_t write(const std::string& bytes);
    void close() { stream_.reset(); }

  private:
    boost::asio::io_context context_;
    std::optional<board::Stream> stream_;
};

/// The reason, or "opened".
std::string refusal_of(const std::string& port);

} // namespace adoube::tests
