#pragma once
// The LiveChess interface of this round: what it shows, by the configuration.

#include "daemon/adoubed/config.hpp"
#include "daemon/livechess/server.hpp"
#include "daemon/round/round.hpp"

namespace adoube::adoubed {

class LiveChessPort {
  public:
    /// Closed yet. `now_ms`: the clock that dates what is shown.
    LiveChessPort(boost::asio::any_io_executor executor, const LiveChessConfig& config, bool is_delayed,
                  std::function<UtcMs()> now_ms);
    /// Its server keeps its address.
    LiveChessPort(const LiveChessPort&) = delete;
    LiveChessPort& operator=(const LiveChessPort&) = delete;

    /// Unless it is open already. What the log is to say, or the error: one sentence.
    std::expected<std::string, std::string> open();
    bool is_open() const { return server_.has_value(); }
    /// As configured, but for port 0: with the port that the system chose, while it is open.
    board::Port listen() const;

    /// Before anything else; `round` must outlive it.
    void show(const round::Round& round);
    /// Its view may have changed.
    void look_at(round::TableId table);
    /// The public sees this now.
    void publish(const broadcast::PublicGame& game);

    livechess::Stats stats() const { return server_ ? server_->stats() : livechess::Stats(); }

  private:
    livechess::Options options() const;
    livechess::Board board(round::TableId table) const;
    std::vector<livechess::Board> boards() const;
    std::string seen() const;

    boost::asio::any_io_executor executor_;
    LiveChessConfig config_;
    bool shows_public_;
    std::function<UtcMs()> now_ms_;
    const round::Round* round_ = nullptr;
    std::map<int, broadcast::PublicGame> public_games_; // by board
    std::optional<livechess::Server> server_;
};

} // namespace adoube::adoubed
