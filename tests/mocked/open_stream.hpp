#pragma once
// A port opened as the daemon opens it, to be read and written by a test without a loop of its own.

#include "daemon/board/port.hpp"

#include <boost/asio/io_context.hpp>

#include <memory>

namespace adoube::tests {

class OpenStream {
  public:
    /// What is told where it does not open fails the test.
    explicit OpenStream(const std::string& port);

    /// So many bytes, or fewer where the end of the file comes first; fails the test where neither comes.
    std::string read(std::size_t count);
    /// True once the other end is closed, and no byte is left.
    bool ends();
    /// As much as is taken without waiting; returns the count.
    std::size_t write(const std::string& bytes);
    void close() { stream_.reset(); }

  private:
    boost::asio::io_context context_;
    std::optional<board::Stream> stream_;
};

/// Why it does not open; "opened" where it does.
std::string refusal_of(const std::string& port);

} // namespace adoube::tests
