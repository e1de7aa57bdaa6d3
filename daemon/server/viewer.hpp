#pragma once
// A display or program at the other end of a WebSocket, never waited for: unsent output is queued, and a
// viewer too far behind is dismissed, to return for the whole state.

#include "daemon/server/connection.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/websocket.hpp"

#include <boost/asio/awaitable.hpp>
#include <functional>

namespace adoube::server {

class Viewer : public std::enable_shared_from_this<Viewer> {
  public:
    /// `connection` has just been answered with 101. `take` gets each message, if `limits` allows any.
    Viewer(std::shared_ptr<Connection> connection, const ViewerLimits& limits,
           std::function<void(std::string_view message)> take = {});

    void send(const Frames& frames);
    /// Drops the queue and sends the reason; the deadline cuts a viewer that does not take it.
    void close(websocket::Close code, std::string_view reason);

    void cut() { connection_->cut(); }

    /// `early` came together with the request.
    boost::asio::awaitable<void> run(std::string early);

    bool was_too_slow() const { return was_too_slow_; }
    bool was_too_talkative() const { return was_too_talkative_; }

  private:
    bool fits(const Frames& frames) const;
    void write();
    void wait_to_write();
    bool feed(std::string_view bytes);
    bool may_say(std::size_t messages);

    std::shared_ptr<Connection> connection_;
    ViewerLimits limits_;
    std::function<void(std::string_view message)> take_;
    websocket::FrameReader reader_;
    std::deque<Frames> queue_;
    std::size_t queue_bytes_ = 0;
    std::size_t sent_of_first_ = 0;
    double messages_left_;
    Connection::Clock::time_point counted_ = Connection::Clock::now();
    bool waiting_ = false, closing_ = false, was_too_slow_ = false, was_too_talkative_ = false;
};

} // namespace adoube::server
