#include "daemon/adoubed/stand_by.hpp"

#include "daemon/adoubed/asked_to_end.hpp"
#include "daemon/adoubed/hall_files.hpp"
#include "daemon/adoubed/log.hpp"
#include "daemon/board/link.hpp"
#include "daemon/nats/hall_log_follower.hpp"
#include "daemon/nats/newer_daemon.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <list>
#include <map>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;

constexpr auto looks_every = std::chrono::milliseconds(100);

class Standing final : public StandBy {
  public:
    Standing(asio::io_context& context, const Config& config, standby::Key key, const KeptStanding& kept)
        : context_(context), config_(config), timer_(context),
          follower_(config.standby->broker, key, config.journal, {kept.epoch, kept.run}, events()) {
        look();
    }

    std::expected<bool, std::string> end() override {
        links_.clear();
        const auto kept = follower_.end();
        if (!takes_over_) return false;
        // A run of its own: whoever served so far may hold more of that one.
        const KeptStanding serving{true, standby::taken_over_after(kept.epoch), kept.run + 1};
        if (auto written = serving.write(config_.journal); !written) return std::unexpected(written.error());
        return true;
    }

  private:
    nats::HallLogFollower::Events events() {
        return {.keep =
                    [this](standby::FollowedLog::Kept kept) {
                        const auto written = KeptStanding{false, kept.epoch, kept.run}.write(config_.journal);
                        if (!written && std::exchange(told_, written.error()) != written.error())
                            tell(written.error(), true);
                        if (written) told_.clear();
                        return written.has_value();
                    },
                .write_file =
                    [this](const standby::HallFile& file) {
                        if (const auto written = write_hall_file(config_, file); !written)
                            tell(written.error(), true);
                    },
                .tell = [this](const std::string& sentence, bool is_trouble) { tell(sentence, is_trouble); }};
    }

    void tell(const std::string& sentence, bool is_trouble) {
        asio::post(context_,
                   [sentence, is_trouble] { is_trouble ? log_trouble(sentence) : log_info(sentence); });
    }

    void look() {
        const bool may = follower_.may_take_over();
        if (may && links_.empty()) look_for_boards();
        if (!may) links_.clear();
        timer_.expires_after(looks_every);
        timer_.async_wait([this](boost::system::error_code cancelled) {
            if (!cancelled) look();
        });
    }

    /// Only now, as the ports are the other's while it serves.
    void look_for_boards() {
        log_trouble(
            "the daemon that serves this hall is silent: this one goes on once a board's cable is here");
        for (const auto& board : config_.boards) {
            // One that is reached over the network is at nobody's end of a cable.
            if (!board.port || board.port->kind == board::PortKind::tcp) continue;
            // A board of another maker may say nothing before it is asked.
            const bool speaks = board.port->maker == drivers::Maker::adoube;
            links_.emplace_back(
                context_.get_executor(), *board.port,
                board::LinkEvents{.opened =
                                      [this, speaks, number = board.number] {
                                          if (!speaks) take_over(number);
                                      },
                                  .received = [this, number = board.number](auto) { take_over(number); },
                                  .failed =
                                      [this, number = board.number](const std::string& why) {
                                          if (std::exchange(failed_[number], why) != why)
                                              log_info("board " + std::to_string(number) + ": " + why);
                                      }});
        }
    }

    void take_over(int board) {
        if (std::exchange(takes_over_, true)) return;
        log_trouble("board " + std::to_string(board) + " is here: this daemon serves the hall now");
        asio::post(context_, [this] { context_.stop(); });
    }

    asio::io_context& context_;
    const Config config_;
    asio::steady_timer timer_;
    bool takes_over_ = false;
    std::string told_;                  // why it cannot be kept which of the two this is
    std::map<int, std::string> failed_; // why a board is not here, as told last
    std::list<board::Link> links_;
    nats::HallLogFollower follower_;
};

} // namespace

std::expected<KeptStanding, std::string> standing_of(const Config& config) {
    const auto read = KeptStanding::read(config.journal);
    if (!read) return std::unexpected(read.error());
    const auto kept =
        read->value_or(config.role == Role::standby ? KeptStanding{false, 0, 0} : KeptStanding{});
    if (!kept.serves) return kept;
    const auto key = standby::Key::read(config.standby->key);
    if (!key) return std::unexpected(key.error());
    const auto newer =
        nats::newer_daemon(config.standby->broker, *key, kept.epoch, &AskedToEnd::is_held_back);
    if (!newer) return kept;
    log_trouble("another daemon has taken over this hall: this one stands by for it now");
    const KeptStanding now{false, *newer, 0};
    if (const auto written = now.write(config.journal); !written) return std::unexpected(written.error());
    return now;
}

std::expected<std::unique_ptr<StandBy>, std::string>
StandBy::start(asio::io_context& context, const Config& config, const KeptStanding& kept) {
    const auto key = standby::Key::read(config.standby->key);
    if (!key) return std::unexpected(key.error());
    return std::make_unique<Standing>(context, config, *key, kept);
}

} // namespace adoube::adoubed
