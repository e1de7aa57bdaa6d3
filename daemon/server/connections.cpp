#include "daemon/server/connections.hpp"

#include <utility>

namespace adoube::server {

bool Connections::make_room() {
    if (all_.size() < most_) return true;
    if (waiting_.empty()) return false;
    const auto longest = waiting_.begin()->second;
    leave(longest);
    longest->cut();
    ++gave_way_;
    return true;
}

std::shared_ptr<Connection> Connections::admit(boost::asio::ip::tcp::socket socket) {
    const auto connection = std::make_shared<Connection>(std::move(socket));
    all_.insert(connection);
    set_waiting(connection, true);
    return connection;
}

void Connections::leave(const std::shared_ptr<Connection>& connection) {
    set_waiting(connection, false);
    all_.erase(connection);
}

void Connections::set_waiting(const std::shared_ptr<Connection>& connection, bool waits) {
    waiting_.erase(std::exchange(connection->waits_as, 0));
    if (!waits || !all_.contains(connection)) return;
    connection->waits_as = ++last_number_;
    waiting_.emplace(connection->waits_as, connection);
}

std::size_t Connections::cut_late(Connection::Clock::time_point now) {
    std::size_t late = 0;
    for (const auto& connection : all_) {
        if (connection->deadline >= now) continue;
        connection->cut();
        connection->deadline = Connection::Clock::time_point::max();
        ++late;
    }
    return late;
}

void Connections::cut_all() {
    for (const auto& connection : all_) connection->cut();
}

} // namespace adoube::server
