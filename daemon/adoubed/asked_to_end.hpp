#pragma once
// Ends the daemon on SIGINT and SIGTERM. All later threads block them and signalfd(2) delivers them, so that
// none interrupts a thread or is lost.

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <array>
#include <thread>

#include <signal.h>
#include <sys/signalfd.h>

namespace adoube::adoubed {

/// The first signal stops the context; a second one kills the process.
///
/// A hung disk can block the start for ever, before the context runs: then a second signal ends the process
/// at once, the first alone after five seconds.
class AskedToEnd {
  public:
    /// Signals wait for the next one of these: before what makes threads, and comes before that.
    static void hold_back();
    /// One waits.
    static bool is_held_back();
    /// Call before the daemon starts.
    explicit AskedToEnd(boost::asio::io_context& context);
    /// Call once, when the start has succeeded or failed.
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
