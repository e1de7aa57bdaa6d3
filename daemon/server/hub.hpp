#pragma once
// Implements Server: listening socket, connections, viewers, periodic work.

#include "daemon/server/admission.hpp"
#include "daemon/server/connections.hpp"
#include "daemon/server/crowd.hpp"
#include "daemon/server/http_session.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/pdf_sheets.hpp"
#include "daemon/server/silence.hpp"
#include "daemon/server/stats.hpp"

#include <boost/asio/steady_timer.hpp>

namespace adoube::server {

class Hub : public std::enable_shared_from_this<Hub> {
  public:
    Hub(boost::asio::any_io_executor executor, Options options, std::shared_ptr<Desk> desk);

    std::expected<void, std::string> listen();
    void start();
    void stop();

    void publish(const broadcast::PublicGame& game, bool is_newest);
    void show_others(std::vector<broadcast::ToldRound> rounds) {
        feed_.round().set_others(std::move(rounds));
    }
    bool recall(const broadcast::PublicGame& game) { return feed_.round().recall(game); }
    void recall_with(std::function<void(std::string_view id)> recall) { recall_ = std::move(recall); }
    void tell_ready(std::string why_not) { why_not_ready_ = std::move(why_not); }
    void change_wall(Wall wall, std::string framed_by);
    void show_standings(broadcast::Text standings);
    void show(std::string path, broadcast::Text text);
    void tell_delay(std::int64_t delay_ms);
    void tell_silences(std::vector<Silence> silences);
    std::uint16_t port() const { return port_; }
    Stats stats() const;

  private:
    boost::asio::awaitable<void> accept();
    void take(boost::asio::ip::tcp::socket socket);
    std::optional<Response> refuse(Guest& guest);
    boost::asio::awaitable<void> serve(std::shared_ptr<Connection> connection, Guest guest);
    /// Empty where the connection is unusable; false where it speaks plain HTTP.
    boost::asio::awaitable<std::optional<bool>> begin_tls(Connection& connection);
    bool comes_in_the_clear(const Guest& guest, const Request& request) const;
    struct Seat;
    void view(std::shared_ptr<Connection> connection, Upgrade upgrade, Guest guest, const Address& screen);
    void leave(const std::shared_ptr<Viewer>& viewer, const Seat& seat);
    boost::asio::awaitable<void> look_after();

    Response answer(const Request& request, const Address& screen);
    /// Empty for what `answer` answers.
    std::optional<boost::asio::awaitable<Response>> answer_later(const Request& request);
    void recall_asked(std::string_view path);
    void tell_moment();
    Frames moment(bool in_hall) const;
    void flush();
    void heartbeat();
    void renew_certificate();

    boost::asio::any_io_executor executor_;
    Options options_;
    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::steady_timer timer_;
    std::uint16_t port_ = 0;
    bool stopped_ = false;
    std::int64_t delay_ms_ = 0;
    std::vector<Silence> silences_;
    int standings_ = 0; // as of Screen
    Feed feed_;
    Documents documents_;
    PdfSheets pdf_sheets_;
    std::map<std::string, broadcast::Text, std::less<>> texts_; // by path
    Connections connections_;
    std::shared_ptr<Desk> desk_;        // may be null
    Crowd outside_, in_hall_, at_desk_; // the first two see the feed
    std::function<void(std::string_view id)> recall_;
    std::string why_not_ready_;
    Stats counts_;
    Admission admission_;
    std::optional<Tls> tls_;
};

} // namespace adoube::server
