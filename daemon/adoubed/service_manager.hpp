#pragma once
// Tells the service manager (systemd) how the daemon fares, where one has started it: sd_notify(3) and
// sd_watchdog_enabled(3). Elsewhere it does nothing.

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <string>

namespace adoube::adoubed {

class ServiceManager {
  public:
    /// Not ready yet, and at work: a long record is read again. To be said every few seconds.
    static void is_starting();
    /// Ready; `status` is for people. From then on it says that the daemon is alive, twice as often as it is
    /// asked to, from the thread that does all the work: one that hangs falls silent.
    ServiceManager(boost::asio::io_context& context, const std::string& status);
    /// Ending.
    ~ServiceManager();
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

  private:
    void be_alive();

    boost::asio::steady_timer timer_;
    std::chrono::microseconds interval_{0}; // 0: nobody watches
};

} // namespace adoube::adoubed
