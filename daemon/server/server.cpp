#include "daemon/server/server.hpp"

#include "daemon/server/hub.hpp"

namespace adoube::server {

std::expected<Server, std::string> Server::listen(boost::asio::any_io_executor executor, Options options,
                                                  std::shared_ptr<Desk> desk) {
    auto hub = std::make_shared<Hub>(executor, std::move(options), std::move(desk));
    if (const auto listening = hub->listen(); !listening) return std::unexpected(listening.error());
    hub->start();
    return Server(std::move(hub));
}

Server::Server(std::shared_ptr<Hub> hub) : hub_(std::move(hub)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&& other) noexcept {
    hub_.swap(other.hub_); // its destructor closes our old hub
    return *this;
}
Server::~Server() {
    if (hub_) hub_->stop();
}

void Server::publish(const broadcast::PublicGame& game, bool is_newest) { hub_->publish(game, is_newest); }
void Server::show_others(std::vector<broadcast::ToldRound> rounds) { hub_->show_others(std::move(rounds)); }
void Server::change_wall(Wall wall, std::string framed_by) {
    hub_->change_wall(std::move(wall), std::move(framed_by));
}
void Server::show_standings(broadcast::Text standings) { hub_->show_standings(std::move(standings)); }
bool Server::recall(const broadcast::PublicGame& game) { return hub_->recall(game); }
void Server::recall_with(std::function<void(std::string_view id)> recall) {
    hub_->recall_with(std::move(recall));
}
void Server::show(std::string path, broadcast::Text text) { hub_->show(std::move(path), std::move(text)); }
void Server::tell_delay(std::int64_t delay_ms) { hub_->tell_delay(delay_ms); }
void Server::tell_silences(std::vector<Silence> silences) { hub_->tell_silences(std::move(silences)); }
void Server::tell_ready(std::string why_not) { hub_->tell_ready(std::move(why_not)); }
std::uint16_t Server::port() const { return hub_->port(); }
Stats Server::stats() const { return hub_->stats(); }

} // namespace adoube::server
