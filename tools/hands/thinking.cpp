#include "tools/hands/thinking.hpp"

#include "tools/hands/time_control.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools {

Thinking::Thinking(const chess::PgnGame& game, const Style& style, Dice& dice)
    : game_(game), style_(style), dice_(dice) {
    const auto tag = game.tags.find("TimeControl");
    if (tag == game.tags.end()) return;
    const auto periods = umpire::parse_time_control(pgn_time_control(tag->second));
    if (periods && !periods->empty()) period_ = periods->front();
}

std::int64_t Thinking::next_turn_us() {
    const auto& move = game_.moves[ply_];
    auto took_ms = by_clock_ms(move);
    if (move.elapsed_ms) took_ms = std::min(took_ms.value_or(INT64_MAX), *move.elapsed_ms);
    const auto turn_us = took_ms ? *took_ms * 1000 : drawn_us();
    ++ply_;
    return turn_us;
}

/// Compares readings of the mover's clock. Before the first it showed the start time, to which some clocks
/// have already added the first bonus.
std::optional<std::int64_t> Thinking::by_clock_ms(const chess::PgnMove& move) {
    const auto side = (ply_ % 2 == 0) ? game_.start.to_move() : other(game_.start.to_move());
    const auto before = std::exchange(shown_ms_[static_cast<std::size_t>(side)], move.clock_ms);
    if (!period_ || !move.clock_ms) return std::nullopt;
    if (!before && ply_ > 1) return std::nullopt;
    auto took_ms = before.value_or(period_->time_ms) + period_->bonus_ms - *move.clock_ms;
    if (!before && took_ms < 0) took_ms += period_->bonus_ms;
    return took_ms >= 0 ? std::optional(took_ms) : std::nullopt;
}

std::int64_t Thinking::drawn_us() {
    constexpr std::size_t opening_plies = 12;
    auto turn_us =
        dice_.pick_around_us(ply_ < opening_plies ? style_.think_median_ms / 3 : style_.think_median_ms);
    if (period_) {
        const int moves = period_->moves ? period_->moves : 60;
        turn_us = std::min(turn_us, (period_->time_ms / moves + period_->bonus_ms) * 1000);
    }
    return turn_us;
}

} // namespace adoube::tools
