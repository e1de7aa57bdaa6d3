#include "tools/hands/hands.hpp"

#include "tools/hands/carry_out.hpp"
#include "tools/hands/ending.hpp"
#include "tools/hands/thinking.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools {
namespace {

using chess::Side;
using record::Sensing;

constexpr Range reaction{250, 600};
constexpr Range late_press{2000, 9000};
constexpr Range start_press{500, 3000};
/// Longer than a piece takes to be released, so that no reply looks like part of the previous move.
constexpr std::int64_t pieces_stand_us = 1'100'000;

enum class PressHabit { prompt, late, owed, none };

class Table {
  public:
    Table(const chess::PgnGame& game, const Players& players)
        : players_(players), style_(players.style), dice_(players.seed), thinking_(game, style_, dice_),
          pgn_(game), game_(game.start) {}

    Timeline play() {
        timeline_.start = pgn_.start;
        if (dice_.chance(style_.start_press)) {
            turn_began_us_ = dice_.pick_us(start_press);
            press(other(pgn_.start.to_move()), turn_began_us_);
        }
        for (std::size_t ply = 0; ply < pgn_.moves.size(); ++ply) take_turn(ply);
        for (auto& happening : end_game(game_, pgn_.result, last_, style_, players_.only_hands, dice_))
            timeline_.happenings.push_back(std::move(happening));
        std::ranges::stable_sort(timeline_.happenings, {}, &Happening::t_us);
        return std::move(timeline_);
    }

  private:
    void add(std::int64_t t_us, decltype(Happening::what) what) {
        timeline_.happenings.push_back({t_us, std::move(what)});
    }
    void press(Side side, std::int64_t t_us) { add(t_us, LeverPress{side}); }

    void take_turn(std::size_t ply) {
        const chess::Move move = pgn_.moves[ply].move;
        const Side mover = game_.position().to_move();
        const HandPlan plan = carry_out(game_.position(), move, style_now(), players_.sensing, dice_);
        const PressHabit habit = habit_for(plan, ply);
        const auto press_delay_us = dice_.pick_us(habit == PressHabit::late ? late_press : style_.press);
        std::int64_t hands_us = 0;
        for (const Step& step : plan.steps) hands_us += step.pause_us;

        const auto thought_us = thinking_.next_turn_us() - hands_us - press_delay_us;
        const auto begin_us = std::max({turn_began_us_ + thought_us, turn_began_us_ + dice_.pick_us(reaction),
                                        ply == 0 ? 0 : last_.landed_us + pieces_stand_us});
        last_ = {.landed_us = begin_us, .pressed_us = {}, .piece_told_us = {}};
        for (const Step& step : plan.steps) add(last_.landed_us += step.pause_us, step.change);
        pay_owed_press(plan, begin_us);
        const bool pressed = habit == PressHabit::prompt || habit == PressHabit::late;
        if (pressed) last_.pressed_us = last_.landed_us + press_delay_us;
        if (pressed) press(mover, *last_.pressed_us);
        if (habit == PressHabit::owed) owed_by_ = mover;
        say_underpromotion(move);
        flicker(plan, last_.pressed_us.value_or(last_.landed_us));
        turn_began_us_ = last_.pressed_us.value_or(last_.landed_us);
        game_.play(move);
    }

    /// Presence cannot tell whose piece lands before another is lifted, unless a press stands between.
    Style style_now() const {
        Style style = style_;
        if (players_.sensing == Sensing::presence && !last_.pressed_us) style.seen_twice = 0;
        return style;
    }

    PressHabit habit_for(const HandPlan& plan, std::size_t ply) {
        const bool is_last = ply + 1 == pgn_.moves.size();
        const bool forgets = is_last && dice_.chance(style_.unpressed_end);
        if (forgets && !plan.lands_unseen) return PressHabit::none;
        if (dice_.chance(style_.late_press)) return PressHabit::late;
        if (is_last || plan.lands_unseen || owed_by_) return PressHabit::prompt;
        if (dice_.chance(style_.press_owed)) return PressHabit::owed;
        return dice_.chance(style_.no_press) ? PressHabit::none : PressHabit::prompt;
    }

    /// The previous player presses while the reply's first piece is in the air, or after the reply.
    void pay_owed_press(const HandPlan& plan, std::int64_t begin_us) {
        constexpr std::int64_t soonest_press_us = 90'000;
        const auto side = std::exchange(owed_by_, std::nullopt);
        if (!side) return;
        const bool lifted_first = plan.steps.size() > 1 && !plan.steps.front().change.now;
        if (lifted_first && dice_.chance(0.5))
            press(*side, dice_.between(begin_us + 1, begin_us + plan.steps[1].pause_us - 1));
        else
            press(*side, dice_.between(last_.landed_us + 1, last_.landed_us + soonest_press_us));
    }

    /// Without identity the piece looks like a queen, so the arbiter names it.
    void say_underpromotion(chess::Move move) {
        const bool hidden = move.kind == chess::MoveKind::promotion &&
                            move.promoted != chess::PieceType::queen &&
                            players_.sensing != Sensing::identity && !players_.only_hands;
        if (!hidden) return;
        const auto done_us = last_.pressed_us.value_or(last_.landed_us);
        last_.piece_told_us = done_us + 50'000;
        add(*last_.piece_told_us, Said{record::Promoted{move.to, move.promoted}});
    }

    /// On a square that this turn does not touch.
    void flicker(const HandPlan& plan, std::int64_t end_us) {
        constexpr std::int64_t margin_us = 150'000;
        constexpr Range off{20, 105};
        const auto least_us = turn_began_us_ + margin_us, most_us = end_us - margin_us;
        if (!dice_.chance(style_.flicker) || least_us >= most_us) return;
        auto candidates = game_.position().occupied();
        for (const Step& step : plan.steps) candidates &= ~chess::bit(step.change.square);
        if (candidates == 0) return;
        for (auto skip = dice_.between(0, std::popcount(candidates) - 1); skip > 0; --skip)
            chess::pop(candidates);
        const auto square = chess::first(candidates);
        const auto t_us = dice_.between(least_us, most_us);
        add(t_us, Change{square, std::nullopt});
        add(t_us + dice_.pick_us(off), Change{square, game_.position().at(square)});
    }

    const Players& players_;
    const Style& style_;
    Dice dice_;
    Thinking thinking_;
    const chess::PgnGame& pgn_;
    chess::Game game_;
    Timeline timeline_;
    std::int64_t turn_began_us_ = 0;
    LastMove last_;
    std::optional<Side> owed_by_;
};

} // namespace

Timeline play(const chess::PgnGame& game, const Players& players) { return Table(game, players).play(); }

} // namespace adoube::tools
