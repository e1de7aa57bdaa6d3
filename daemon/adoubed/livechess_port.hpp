#pragma once
// The LiveChess interface of this round: what it shows, by the configuration.

#include "daemon/adoubed/config.hpp"
#include "daemon/livechess/server.hpp"
#include "daemon/round/round.hpp"

namespace adoube::adoubed {

class LiveChessPort {
  public:
    /// Null if it is not configured. `now_ms`: the clock that dates what is shown. The error is one sentence.
    static std::expected<std::unique_ptr<LiveChessPort>, std::string>
    open(boost::asio::any_io_executor executor, const Config& config, std::function<UtcMs()> now_ms);

    /// Before anything else; `round` must outlive it.
    void show(const round::Round& round);
    /// Its view may have changed.
    void look_at(round::TableId table);
    /// The public sees this now.
    void publish(const broadcast::PublicGame& game);

    livechess::Stats stats() const { return server_->stats(); }

  private:
    LiveChessPort(const LiveChessConfig& config, bool is_delayed)
        : config_(config), shows_public_(is_delayed) {}
    livechess::Board board(round::TableId table) const;
    std::vector<livechess::Board> boards() const;
    std::string seen() const;

    LiveChessConfig config_;
    bool shows_public_;
    const round::Round* round_ = nullptr;
    std::map<int, broadcast::PublicGame> public_games_; // by board
    std::optional<livechess::Server> server_;
};

} // namespace adoube::adoubed
