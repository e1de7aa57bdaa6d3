#include "tests/replay/true_clock.hpp"

#include "tests/replay/contract_articles.hpp"

#include "daemon/umpire/data/chess_clock.hpp" // parse_time_control

#include <algorithm>
#include <limits>
#include <utility>

namespace adoube::replay {

namespace {

class Clock {
  public:
    Clock(const record::Header& header, std::vector<umpire::Period> periods)
        : delay_(header.clock_mode == record::ClockMode::delay), periods_(std::move(periods)) {
        for (auto& player : players_) player.main_ms = periods_.front().time_ms;
    }

    void run(std::optional<Side> side, std::int64_t t_ms) {
        if (running_) of(*running_).used_ms += t_ms - since_ms_;
        running_ = side, since_ms_ = t_ms;
    }
    void press(Side side, std::int64_t t_ms) {
        if (running_) run(other(side), t_ms);
    }
    /// Ends the move: takes its time from the main time.
    void complete(Side side) {
        auto& player = of(side);
        player.main_ms += bonus_ms(player) - player.used_ms;
        if (delay_) player.main_ms += std::min<std::int64_t>(0, player.used_ms - bonus_ms(player));
        player.used_ms = 0;
    }
    void count_move(Side side) {
        auto& player = of(side);
        if (periods_[player.period].moves == 0 || ++player.moves < periods_[player.period].moves) return;
        player.moves = 0;
        player.period = std::min(player.period + 1, periods_.size() - 1);
        player.main_ms += periods_[player.period].time_ms;
    }
    void set(Side side, std::int64_t ms, std::int64_t t_ms) {
        run(running_, t_ms);
        auto& player = of(side);
        player.main_ms = ms + player.used_ms;
    }
    std::int64_t left_ms(Side side, std::int64_t t_ms) const {
        const auto& player = players_[static_cast<std::size_t>(side)];
        const auto used_ms = player.used_ms + (running_ == side ? t_ms - since_ms_ : 0);
        return player.main_ms - used_ms + (delay_ ? std::min(used_ms, bonus_ms(player)) : 0);
    }

  private:
    struct Player {
        std::int64_t main_ms = 0;
        std::int64_t used_ms = 0; // for the move in progress
        std::size_t period = 0;
        int moves = 0;
    };
    Player& of(Side side) { return players_[static_cast<std::size_t>(side)]; }
    std::int64_t bonus_ms(const Player& player) const { return periods_[player.period].bonus_ms; }

    bool delay_;
    std::vector<umpire::Period> periods_;
    std::array<Player, 2> players_;
    std::optional<Side> running_;
    std::int64_t since_ms_ = 0;
};

class Watcher {
  public:
    Watcher(const record::Header& header, Clock clock, const PlayedMoves& played)
        : header_(header), clock_(std::move(clock)), played_(played) {
        truth.left_ms.resize(played.made_ms.size());
        clock_.run(played.first_to_move, 0);
    }

    void see(const record::Input& input) {
        for (; made_ < played_.made_ms.size() && played_.made_ms[made_] <= input.t_ms.count(); ++made_)
            clock_.count_move(mover(made_));
        for (const Side side : {Side::white, Side::black}) watch_flag(side, input.t_ms.count());
        if (const auto* press = std::get_if<record::Press>(&input.what); press && !paused_)
            pressed(press->side, input.t_ms.count());
        if (const auto* reading = std::get_if<record::ClockReading>(&input.what)) {
            clock_.set(Side::white, reading->white_ms, input.t_ms.count());
            clock_.set(Side::black, reading->black_ms, input.t_ms.count());
            clock_.run(reading->running, input.t_ms.count());
        }
        if (const auto* flag = std::get_if<record::Flag>(&input.what)) fallen(flag->side);
        if (std::holds_alternative<record::Pause>(input.what))
            paused_ = true, clock_.run({}, input.t_ms.count());
        if (std::holds_alternative<record::Resume>(input.what))
            paused_ = false, clock_.run(mover(made_), input.t_ms.count());
    }

    ClockTruth truth;

  private:
    Side mover(std::size_t ply) const {
        return ply % 2 == 0 ? played_.first_to_move : other(played_.first_to_move);
    }

    void pressed(Side side, std::int64_t t_ms) {
        clock_.press(side, t_ms);
        const auto found = std::ranges::find_if(played_.presses, [&](const CompletingPress& press) {
            return press.t_ms == t_ms && press.side == side && !truth.left_ms[press.ply];
        });
        if (found == played_.presses.end()) return;
        clock_.complete(side);
        truth.left_ms[found->ply] = clock_.left_ms(side, t_ms);
    }

    void watch_flag(Side side, std::int64_t t_ms) {
        if (clock_.left_ms(side, t_ms) < 0) fallen(side);
    }

    /// Between a move's last drop and its press, it may not count yet.
    void fallen(Side side) {
        if (std::exchange(fallen_[static_cast<std::size_t>(side)], true)) return;
        const int ply = static_cast<int>(made_) + 1;
        truth.flags.push_back({.kind = umpire::IncidentKind::flag,
                               .article = article_of("6.9", header_.laws),
                               .side = side,
                               .ply = ply,
                               .open = made_ >= played_.made_ms.size(),
                               .ply_before_too = true});
    }

    const record::Header& header_;
    Clock clock_;
    const PlayedMoves& played_;
    std::size_t made_ = 0;
    bool paused_ = false;
    std::array<bool, 2> fallen_{};
};

} // namespace

ClockTruth clock_truth(const record::Header& header, std::span<const record::Input> inputs,
                       const PlayedMoves& played) {
    auto periods = umpire::parse_time_control(header.time_control);
    if (!periods) return {};
    const bool kept = !periods->empty();
    if (!kept) periods->push_back({.time_ms = std::numeric_limits<std::int64_t>::max() / 4});
    Watcher watcher(header, {header, std::move(*periods)}, played);
    for (const auto& input : inputs)
        if (kept || !std::holds_alternative<record::ClockReading>(input.what)) watcher.see(input);
    if (!kept) watcher.truth.left_ms.clear();
    return std::move(watcher.truth);
}

} // namespace adoube::replay
