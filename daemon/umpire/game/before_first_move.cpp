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

bool GameInProgress::may_begin() {
    if (!start_.wrong() || start_.told() || readings_.explained()) return true;
    readings_.overlook(start_.wrong());
    if (start_.setting_up(board_, game_.start()) && !readings_.made(for_good)) {
        readings_.overlook(0);
        return false;
    }
    tell_wrong_start();
    return true;
}

bool GameInProgress::first_move_stands() const {
    if (!at_start() || !start_.wrong() || start_.told() || start_.setting_up(board_, game_.start()) ||
        t_ms_ - readings_.changed_ms() < bounds::completed_ms)
        return false;
    auto readings = readings_;
    readings.overlook(start_.wrong());
    const auto made = readings.made(t_ms_);
    return made && contains(readings.best().ply.lifted, made->move.from);
}

bool GameInProgress::is_still_set_up() const {
    if (!at_start() || !start_.wrong()) return false;
    const auto made = readings_.made(for_good);
    return made && start_.is_awaited(made->move.from);
}

void GameInProgress::tell_wrong_start() {
    readings_.overlook(start_.wrong());
    tell({start_.tell(readings_.best(), now())});
}

} // namespace adoube::umpire
