#pragma once
// A site in the test: a lichess round, a store of files, and an HTTP proxy, on one port of this computer.

#include "tests/unit/targets/lichess_model.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace adoube::tests {

class HttpSite {
  public:
    static constexpr auto round = "/api/broadcast/round/AbCd1234";

    /// `authorization`: the header that opens it. Port 0: any.
    explicit HttpSite(std::string authorization, std::uint16_t port = 0);
    ~HttpSite();

    std::uint16_t port() const { return port_; }
    std::string url(const std::string& path) const {
        return "http://127.0.0.1:" + std::to_string(port_) + path;
    }

    LichessModel lichess() const;
    std::map<std::string, std::string> files() const;
    /// As in "PUT text/plain; charset=utf-8".
    std::string last_request() const;

    std::atomic<unsigned> status = 0;    // of all answers; 0: as it is
    std::atomic<bool> is_silent = false; // reads, and never answers
    std::atomic<int> requests = 0, proxied = 0, foreign_authorizations = 0;

  private:
    struct Listener;
    void run();
    template<class Socket>
    void serve(Socket socket);

    std::string authorization_;
    std::unique_ptr<Listener> listener_;
    std::uint16_t port_ = 0;
    mutable std::mutex mutex_; // of what follows
    LichessModel lichess_;
    std::map<std::string, std::string> files_;
    std::string last_request_;
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

} // namespace adoube::tests
