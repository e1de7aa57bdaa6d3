#include "daemon/board/link.hpp"

#include "daemon/boost/as_tuple.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace adoube::board {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

constexpr auto crowd_pause = std::chrono::milliseconds(10);
constexpr int most_crowd_pauses = 150; // half of what a board may be silent
constexpr auto shortest_pause = std::chrono::milliseconds(250);
constexpr auto longest_pause = std::chrono::milliseconds(4'000);

std::string reason(const boost::system::error_code& error) {
    namespace errc = boost::system::errc;
    const bool gone = error == asio::error::eof || error == errc::io_error ||
                      error == errc::connection_reset || error == errc::broken_pipe;
    return gone ? "the other end is gone" : error.message();
}

} // namespace

/// Outlives its Link until its last handler has run.
class Link::Loop : public std::enable_shared_from_this<Loop> {
  public:
    Loop(asio::any_io_executor executor, Port port, LinkEvents events)
        : executor_(executor), port_(std::move(port)), events_(std::move(events)), pause_(executor),
          arrivals_(arrivals_at(executor, port_)) {}

    void start() {
        asio::co_spawn(
            executor_, [self = shared_from_this()] { return self->run(); }, asio::detached);
    }
    void stop() {
        stopped_ = true;
        pause_.cancel();
        close("");
    }
    void send(std::span<const std::uint8_t> bytes) {
        if (!open_ || !open_->stream.is_open()) return;
        auto& waiting = open_->waiting;
        waiting.insert(waiting.end(), bytes.begin(), bytes.end());
        if (waiting.size() > most_waiting) return close("takes no bytes");
        if (std::exchange(open_->writing, true)) return;
        asio::co_spawn(
            executor_, [self = shared_from_this(), open = open_] { return self->write(open); },
            asio::detached);
    }
    /// The first reason counts; an empty one is not reported.
    void close(const std::string& why) {
        if (!open_ || !open_->stream.is_open()) return;
        open_->why = why;
        boost::system::error_code ignored;
        open_->stream.close(ignored);
    }

  private:
    struct Open {
        Stream stream;
        std::vector<std::uint8_t> waiting;
        bool writing = false;
        std::string why;
    };

    awaitable<void> run() {
        auto next_pause = shortest_pause;
        while (!stopped_) {
            const bool heard = co_await open_and_read();
            if (stopped_) co_return;
            if (heard) next_pause = shortest_pause;
            const bool arrived = co_await pause(next_pause);
            next_pause = arrived ? shortest_pause : std::min(2 * next_pause, longest_pause);
        }
    }

    /// True if the board was plugged in meanwhile.
    awaitable<bool> pause(std::chrono::milliseconds length) {
        using namespace asio::experimental::awaitable_operators;
        pause_.expires_after(length);
        if (arrivals_) {
            std::array<char, 64> marks;
            const auto first = co_await (pause_.async_wait(as_tuple) ||
                                         arrivals_->async_read_some(asio::buffer(marks), as_tuple));
            if (first.index() == 0) co_return false;
            if (!std::get<0>(std::get<1>(first))) co_return true;
            arrivals_.reset(); // the process is about to end
        }
        co_await pause_.async_wait(as_tuple);
        co_return false;
    }

    awaitable<bool> open_and_read() {
        auto stream = co_await open_port(executor_, port_);
        if (stopped_) co_return false;
        if (!stream) {
            events_.failed(stream.error());
            co_return false;
        }
        boost::system::error_code ignored; // of a stream that is open
        stream->non_blocking(true, ignored);
        open_ = std::make_shared<Open>(std::move(*stream));
        events_.opened();
        const bool heard = co_await read();
        const std::string why = std::exchange(open_, nullptr)->why;
        if (!stopped_ && !why.empty()) events_.failed("port " + to_string(port_) + " " + why + account());
        co_return heard;
    }

    std::string account() const {
        const auto text = account_of(port_);
        return text.empty() ? text : " (" + text + ")";
    }

    awaitable<bool> read() {
        bool heard = false;
        while (open_->stream.is_open()) {
            auto [error] = co_await open_->stream.async_wait(Stream::wait_read, as_tuple);
            for (int pauses = 0; pauses < most_crowd_pauses && !stopped_ && is_crowded(); ++pauses) {
                pause_.expires_after(crowd_pause);
                co_await pause_.async_wait(as_tuple);
            }
            if (stopped_) break;
            if (!error) error = hear(heard);
            if (!error) continue;
            close("was closed: " + reason(error));
            break;
        }
        co_return heard;
    }

    bool is_crowded() const { return events_.crowded && events_.crowded(); }

    /// What has come. No board keeps room for it while it waits.
    boost::system::error_code hear(bool& heard) {
        std::array<std::uint8_t, 4096> bytes;
        boost::system::error_code error;
        const auto count = open_->stream.read_some(asio::buffer(bytes), error);
        if (error == asio::error::would_block) return {};
        if (error) return error;
        heard = true;
        events_.received(std::span(bytes).first(count));
        return {};
    }

    awaitable<void> write(std::shared_ptr<Open> open) {
        std::vector<std::uint8_t> bytes;
        while (!open->waiting.empty() && open->stream.is_open()) {
            bytes.clear();
            bytes.swap(open->waiting);
            const auto [error, count] =
                co_await asio::async_write(open->stream, asio::buffer(bytes), as_tuple);
            if (error) close("was closed: " + reason(error));
        }
        open->writing = false;
    }

    asio::any_io_executor executor_;
    Port port_;
    LinkEvents events_;
    asio::steady_timer pause_;
    std::optional<Stream> arrivals_; // empty if the port reports none
    std::shared_ptr<Open> open_;
    bool stopped_ = false;
};

Link::Link(asio::any_io_executor executor, Port port, LinkEvents events)
    : loop_(std::make_shared<Loop>(executor, std::move(port), std::move(events))) {
    loop_->start();
}
Link::~Link() {
    if (loop_) loop_->stop();
}
Link::Link(Link&&) noexcept = default;
Link& Link::operator=(Link&& other) noexcept {
    if (loop_ && loop_ != other.loop_) loop_->stop();
    loop_ = std::move(other.loop_);
    return *this;
}

void Link::send(std::span<const std::uint8_t> bytes) { loop_->send(bytes); }
void Link::reopen() { loop_->close(""); }

} // namespace adoube::board
