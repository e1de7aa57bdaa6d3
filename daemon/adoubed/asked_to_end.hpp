#pragma once
// SIGINT and SIGTERM. Nothing interrupts a thread by them, nor is one lost while another thread is made: they
// are blocked in all threads that begin later, and read as bytes (signalfd(2)).

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <array>
#include <thread>

#include <signal.h>
#include <sys/signalfd.h>

namespace adoube::adoubed {

/// The first asks the daemon to end: the context is stopped. The second finds them blocked no more, and
/// insists.
///
/// While the daemon starts nothing runs the context, and a disk that hangs may hold up the start for ever:
/// then the second ends the process at once, and the first after five seconds. To lose a start is to lose
/// nothing.
class AskedToEnd {
  public:
    /// The daemon starts now.
    explicit AskedToEnd(boost::asio::io_context& context);
    /// It has started, or does not; to be called once.
    void started();

  private:
    void wait_for_start(const std::stop_token& started) const;

    boost::asio::io_context& context_;
    sigset_t signals_{};
    boost::asio::posix::stream_descriptor descriptor_;
    std::array<signalfd_siginfo, 1> first_{};
    std::jthread starting_;
};

} // namespace adoube::adoubed
