#pragma once
// The boards for programs in the hall: the LiveChess interface and the pseudo-terminals, off unless they are
// configured. Undelayed, or of what the public sees; opened anew when the delay that is in force makes it the
// other. One that cannot be opened then is closed, and tried again until it opens.

#include "daemon/adoubed/livechess_port.hpp"
#include "daemon/adoubed/programs.hpp"

namespace adoube::adoubed {

class HallPrograms {
  public:
    struct Clocks {
        std::function<UtcMs()> wall, hall; // of undelayed boards; of what the public sees
    };
    /// `config.delay_ms` is the delay in force. The error, one sentence: one of them cannot be opened.
    static std::expected<HallPrograms, std::string> open(boost::asio::any_io_executor executor, Config config,
                                                         Clocks clocks);

    /// Before anything else; `round` must outlive it.
    void show(round::Round& round);
    void show(const round::Work& work);
    /// Call several times a second.
    void tick(round::HostTime now);
    /// Programs that are connected then have to open their port again.
    void change_delay(std::int64_t delay_ms);
    const ClosedExits& closed() const { return closed_; }
    /// `config` with the port at which the LiveChess interface really listens.
    Config as_open(Config config) const;

    std::vector<Programs::State> programs() const;
    /// Empty: it is off.
    std::optional<livechess::Stats> livechess() const;

  private:
    HallPrograms(boost::asio::any_io_executor executor, Config config, Clocks clocks)
        : executor_(std::move(executor)), config_(std::move(config)), clocks_(std::move(clocks)) {}
    void offer();
    void open_closed();

    boost::asio::any_io_executor executor_;
    Config config_;
    Clocks clocks_;
    round::Round* round_ = nullptr;
    std::map<int, broadcast::PublicGame> public_games_; // by board, as last shown
    std::optional<Programs> programs_;
    std::unique_ptr<LiveChessPort> livechess_;
    ClosedExits closed_;
    SteadyUs tried_us_; // last
};

} // namespace adoube::adoubed
