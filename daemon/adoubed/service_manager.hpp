#pragma once
// Reports to the service manager (systemd), if one started the daemon: sd_notify(3), sd_watchdog_enabled(3).

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <string>

namespace adoube::adoubed {

class ServiceManager {
  public:
    /// Still starting, on a long record; after a restart of its own it is alive, too. Call every few seconds.
    static void is_starting();
    /// Reports ready (`status` is for people), then feeds the watchdog at twice the required rate from the
    /// thread that does all the work, so that a hang shows.
    ServiceManager(boost::asio::io_context& context, const std::string& status);
    /// It ends, unless it starts again.
    ~ServiceManager();
    /// The same process goes on as a new daemon, which will be ready again.
    void starts_again();
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

  private:
    void be_alive();

    boost::asio::steady_timer timer_;
    std::chrono::microseconds interval_{0}; // 0: no watchdog
    bool ends_ = true;
};

} // namespace adoube::adoubed
