#include "daemon/umpire/data/chess_clock.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::umpire {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
    constexpr std::int64_t most = 10'000'000;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > most)
        return std::nullopt;
    return value;
}

/// "40/5400+30", "1800+30", "300".
std::optional<Period> period_from(std::string_view text) {
    Period period;
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        const auto moves = number(text.substr(0, slash));
        if (!moves || *moves == 0) return std::nullopt;
        period.moves = static_cast<int>(*moves);
        text.remove_prefix(slash + 1);
    }
    if (const auto plus = text.find('+'); plus != std::string_view::npos) {
        const auto bonus = number(text.substr(plus + 1));
        if (!bonus) return std::nullopt;
        period.bonus_ms = *bonus * 1000;
        text = text.substr(0, plus);
    }
    const auto time = number(text);
    if (!time) return std::nullopt;
    period.time_ms = *time * 1000;
    return period;
}

} // namespace

std::expected<std::vector<Period>, std::string> parse_time_control(std::string_view text) {
    std::vector<Period> periods;
    if (text.empty() || text == "-" || text == "?") return periods;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(':', begin), text.size());
        const auto period = period_from(text.substr(begin, end - begin));
        if (!period)
            return std::unexpected("the time control \"" + std::string(text) +
                                   "\" is not in the form of the PGN tag, as in 40/5400+30:1800+30");
        periods.push_back(*period);
        begin = end + 1;
    }
    return periods;
}

ChessClock::ChessClock(std::vector<Period> periods, ClockMode mode)
    : periods_(std::make_shared<const std::vector<Period>>(std::move(periods))), mode_(mode) {
    if (!kept()) return;
    for (auto& account : now_.accounts) account.left_ms = periods_->front().time_ms;
    before_.fill(now_);
}

void ChessClock::charge(GameMs t_ms) {
    std::shift_right(before_.begin(), before_.end(), 1);
    before_.front() = now_;
    if (now_.running) {
        const auto spent_ms = std::max<std::int64_t>(0, t_ms - now_.since_ms);
        of(*now_.running).left_ms -= spent_ms;
        of(*now_.running).spent_on_move_ms += spent_ms;
    }
    now_.since_ms = t_ms;
}

void ChessClock::start(Side side, GameMs t_ms) {
    if (kept()) run(side, t_ms);
}

void ChessClock::stop(GameMs t_ms) { run(std::nullopt, t_ms); }

void ChessClock::run(std::optional<Side> side, GameMs t_ms) {
    charge(t_ms);
    now_.running = side;
}

void ChessClock::press(Side side, GameMs t_ms) {
    if (kept() && now_.running) run(chess::other(side), t_ms);
}

void ChessClock::add_bonus(Side side) {
    if (!kept()) return;
    auto& account = of(side);
    const auto bonus_ms = (*periods_)[account.period].bonus_ms;
    account.left_ms += mode_ == ClockMode::delay ? delay_ms(account, account.spent_on_move_ms) : bonus_ms;
    account.spent_on_move_ms = 0;
}

void ChessClock::count_move(Side side) {
    if (!kept()) return;
    auto& account = of(side);
    const auto& period = (*periods_)[account.period];
    if (period.moves == 0 || ++account.moves_in_period < period.moves) return;
    account.moves_in_period = 0;
    if (account.period + 1 < periods_->size()) ++account.period;
    account.left_ms += (*periods_)[account.period].time_ms;
    // The move was made before.
    for (auto& state : before_)
        state.accounts[static_cast<std::size_t>(side)].left_ms += (*periods_)[account.period].time_ms;
}

void ChessClock::set(Side side, std::int64_t ms, GameMs t_ms) {
    charge(t_ms);
    auto& account = of(side);
    account.left_ms = ms - delay_ms(account, account.spent_on_move_ms);
}

std::int64_t ChessClock::delay_ms(const Account& account, std::int64_t spent_ms) const {
    if (mode_ == ClockMode::increment || !kept()) return 0;
    return std::min((*periods_)[account.period].bonus_ms, spent_ms);
}

const ChessClock::State& ChessClock::at(GameMs t_ms) const {
    if (t_ms >= now_.since_ms) return now_;
    const auto state = std::ranges::find_if(before_, [&](const State& one) { return t_ms >= one.since_ms; });
    return state == before_.end() ? before_.back() : *state;
}

std::int64_t ChessClock::left_ms(Side side, GameMs t_ms) const {
    const auto& [accounts, running, since_ms] = at(t_ms);
    const auto& account = accounts[static_cast<std::size_t>(side)];
    const auto running_ms = running == side ? std::max<std::int64_t>(0, t_ms - since_ms) : 0;
    const auto left_ms = account.left_ms - running_ms;
    return left_ms + delay_ms(account, account.spent_on_move_ms + running_ms);
}

} // namespace adoube::umpire
