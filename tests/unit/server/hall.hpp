#pragma once
// A server in its own thread on a loopback port.

#include "daemon/server/server.hpp"
#include "tests/unit/broadcast/games.hpp"
#include "tests/wait_until.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>

namespace adoube::server {

inline Options on_loopback() {
    Options options;
    options.address = "127.0.0.1";
    return options;
}

class Hall {
  public:
    explicit Hall(const Options& options = on_loopback())
        : server_(Server::listen(io_.get_executor(), options)), thread_([this] { io_.run(); }) {}
    ~Hall() {
        close();
        work_.reset();
    }

    /// Runs in the server's thread.
    template<class Work>
    auto run(Work work) {
        std::packaged_task<decltype(work())()> task(std::move(work));
        auto result = task.get_future();
        boost::asio::post(io_, [&task] { task(); });
        return result.get();
    }

    std::uint16_t port() const { return server_->port(); }
    void publish(const broadcast::PublicGame& game) {
        run([&] { server_->publish(game); });
    }
    void tell_delay(std::int64_t delay_ms) {
        run([&] { server_->tell_delay(delay_ms); });
    }
    void change_wall(const Wall& wall, const std::string& framed_by) {
        run([&] { server_->change_wall(wall, framed_by); });
    }
    void show_standings(broadcast::Text standings) {
        run([&] { server_->show_standings(standings); });
    }
    /// To be called in the server's thread.
    void show(const std::string& path, broadcast::Text text) { server_->show(path, std::move(text)); }
    Stats stats() {
        return run([&] { return server_->stats(); });
    }
    /// Waits for such statistics, or times out.
    template<class Wish>
    bool comes_to(Wish wish) {
        return tests::wait_until([&] { return wish(stats()); });
    }
    void close() {
        run([&] { server_ = std::unexpected("closed"); });
    }

  private:
    boost::asio::io_context io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_ = make_work_guard(io_);
    std::expected<Server, std::string> server_;
    std::jthread thread_;
};

} // namespace adoube::server
