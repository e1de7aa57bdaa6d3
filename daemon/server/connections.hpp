#pragma once
// A server's open connections, up to a number. Where there is no more room, the one that has waited longest
// for a request gives way: whoever opens connections and asks nothing keeps nobody out.

#include "daemon/server/connection.hpp"

#include <map>
#include <memory>
#include <unordered_set>

namespace adoube::server {

class Connections {
  public:
    explicit Connections(std::size_t most) : most_(most) {}

    /// For one more. False: every one has a request that is answered, or views.
    bool make_room();
    /// It waits for a request.
    std::shared_ptr<Connection> admit(boost::asio::ip::tcp::socket socket);
    void leave(const std::shared_ptr<Connection>& connection);
    /// A request has come; or it is answered, or refused.
    void set_waiting(const std::shared_ptr<Connection>& connection, bool waits);

    /// Those whose deadline is over; how many.
    std::size_t cut_late(Connection::Clock::time_point now);
    void cut_all();

    std::size_t size() const { return all_.size(); }
    /// Since the start.
    std::uint64_t gave_way() const { return gave_way_; }

  private:
    std::size_t most_;
    std::unordered_set<std::shared_ptr<Connection>> all_;
    std::map<std::uint64_t, std::shared_ptr<Connection>> waiting_; // the longest first
    std::uint64_t last_number_ = 0;
    std::uint64_t gave_way_ = 0;
};

} // namespace adoube::server
