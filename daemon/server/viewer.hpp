#pragma once
// A display or program at the other end of a WebSocket, never waited for: unsent output is queued, and a
// viewer too far behind is dismissed, to return for the whole state.

#include "daemon/server/connection.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/websocket.hpp"

#include <functional>

namespace adoube::server {

class Viewer : public std::enable_shared_from_this<Viewer> {
  public:
    using Take = std::function<void(const std::shared_ptr<Viewer>&, std::string_view message)>;
    using Gone = std::move_only_function<void(const std::shared_ptr<Viewer>&)>;

    /// `connection` has just been answered with 101. `take` gets each message, if `limits` allows any.
    Viewer(std::shared_ptr<Connection> connection, const ViewerLimits& limits, Take take = {});

    void send(const Frames& frames);
    /// Drops the queue and sends the reason; the deadline cuts a viewer that does not take it.
    void close(websocket::Close code, std::string_view reason);

    void cut() { connection_->cut(); }

    /// Reads until the connection has ended, which `gone` is told. `early` came together with the request.
    void run(std::string_view early, Gone gone);

    const std::shared_ptr<Connection>& connection() const { return connection_; }
    bool was_too_slow() const { return was_too_slow_; }
    bool was_too_talkative() const { return was_too_talkative_; }

  private:
    bool fits(const Frames& frames) const;
    bool write(const std::string& frames);
    void write_queue();
    void wait_to_write();
    void read_on(bool open, Gone gone);
    bool read();
    bool feed(std::string_view bytes);
    bool may_say(std::size_t messages);

    std::shared_ptr<Connection> connection_;
    std::vector<Frames> queue_;          // what the socket has not taken; empty for who keeps up
    std::size_t bytes_behind_first_ = 0; // in the queue
    std::size_t sent_of_first_ = 0;
    bool waiting_ = false, closing_ = false, was_too_slow_ = false, was_too_talkative_ = false;
    ViewerLimits limits_;
    Take take_;
    websocket::FrameReader reader_;
    double messages_left_;
    Connection::Clock::time_point counted_ = Connection::Clock::now();
};

} // namespace adoube::server
