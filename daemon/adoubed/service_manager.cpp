#include "daemon/adoubed/service_manager.hpp"

#include <boost/asio/io_context.hpp>
#include <systemd/sd-daemon.h>

#include <cstdint>

namespace adoube::adoubed {

void ServiceManager::is_starting() { ::sd_notify(0, "EXTEND_TIMEOUT_USEC=90000000\nWATCHDOG=1"); }

ServiceManager::ServiceManager(boost::asio::io_context& context, const std::string& status)
    : timer_(context) {
    ::sd_notify(0, ("READY=1\nSTATUS=" + status).c_str());
    std::uint64_t longest_silence_us = 0;
    if (::sd_watchdog_enabled(0, &longest_silence_us) <= 0) return;
    interval_ = std::chrono::microseconds(longest_silence_us / 2);
    be_alive();
}

ServiceManager::~ServiceManager() {
    if (ends_) ::sd_notify(0, "STOPPING=1");
}

void ServiceManager::starts_again() {
    ends_ = false;
    ::sd_notify(0, "RELOADING=1\nSTATUS=starting again");
}

void ServiceManager::be_alive() {
    ::sd_notify(0, "WATCHDOG=1");
    timer_.expires_after(interval_);
    timer_.async_wait([this](boost::system::error_code cancelled) {
        if (!cancelled) be_alive();
    });
}

} // namespace adoube::adoubed
