#pragma once
// Reports to the service manager (systemd), if one started the daemon: sd_notify(3), sd_watchdog_enabled(3).

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <string>

namespace adoube::adoubed {

class ServiceManager {
  public:
    /// Still starting, on a long record. Call every few seconds.
    static void is_starting();
    /// Reports ready (`status` is for people), then feeds the watchdog at twice the required rate from the
    /// thread that does all the work, so that a hang shows.
    ServiceManager(boost::asio::io_context& context, const std::string& status);
    ~ServiceManager();
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

  private:
    void be_alive();

    boost::asio::steady_timer timer_;
    std::chrono::microseconds interval_{0}; // 0: no watchdog
};

} // namespace adoube::adoubed
