// A game before its first move: whether the start position stands.

#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/game/game_in_progress.hpp"

#include <utility>

namespace adoube::umpire {

void GameInProgress::hands_set_up() {
    if (at_start() && start_.hands_moved(board_, game_.start(), now())) go_on();
}

void GameInProgress::shown_at_start(const Snapshot& snapshot) {
    const bool first_look = !std::exchange(looked_at_start_, true);
    if (std::exchange(gap_, false)) {
        auto lost = readings_;
        if (lost.recover(board_, now(), false)) return void(readings_ = std::move(lost));
        readings_.see(board_, now());
    } else if (first_look || start_.wrong()) {
        readings_.see(board_, now());
    } else {
        readings_.show(snapshot, now());
    }
    if (start_.board_shown(board_, game_.start(), now())) go_on();
}

bool GameInProgress::may_begin(Side presses) {
    if (start_.told() || readings_.explained()) return true;
    const bool starts_clock = presses != game_.start().to_move();
    if (starts_clock && !readings_.in_step()) start_.rests(board_, game_.start());
    const bool made = without_suspected().made(for_good).has_value();
    if (start_.setting_up(board_, game_.start()) && !made) return false;
    if (start_.wrong() || (start_.suspected() && (made || starts_clock)))
        tell_wrong_start();
    else
        start_.pass();
    return true;
}

bool GameInProgress::first_move_stands() const {
    if (!at_start() || !start_.suspected() || start_.told() || start_.setting_up(board_, game_.start()) ||
        t_ms_ - readings_.changed_ms() < bounds::completed_ms || (!start_.wrong() && readings_.explained()))
        return false;
    const auto readings = without_suspected();
    const auto made = readings.made(t_ms_);
    return made && contains(readings.best().ply.lifted, made->move.from);
}

void GameInProgress::look_at_resting_start() {
    if (at_start() && !start_.told() && t_ms_ - readings_.changed_ms() >= bounds::restored_ms &&
        !without_suspected().explained())
        start_.rests(board_, game_.start());
}

Readings GameInProgress::without_suspected() const {
    auto readings = readings_;
    readings.overlook(start_.suspected());
    return readings;
}

bool GameInProgress::is_still_set_up() const {
    if (!at_start() || !start_.wrong()) return false;
    const auto made = readings_.made(for_good);
    return made && start_.is_awaited(made->move.from);
}

void GameInProgress::tell_wrong_start() {
    const auto incident = start_.tell(readings_.best(), now());
    readings_.overlook(start_.wrong());
    readings_.forget_touches(start_.wrong());
    tell({incident});
}

} // namespace adoube::umpire
