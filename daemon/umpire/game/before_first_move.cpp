// Before the first move: whether the start position stands.

#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/game/game_in_progress.hpp"

#include <algorithm>
#include <utility>

namespace adoube::umpire {

void GameInProgress::hands_set_up() {
    if (at_start() && start_.hands_moved(board_, game_.start(), now())) go_on();
}

void GameInProgress::shown_at_start(const Snapshot& snapshot) {
    const bool first_look = start_.is_first_look();
    if (std::exchange(lost_, std::nullopt)) {
        auto lost = readings_;
        if (lost.recover(board_, now(), false)) return void(readings_ = std::move(lost));
        readings_.see(board_, now());
    } else if ((first_look || start_.wrong()) && !shows_first_move(snapshot)) {
        readings_.see(board_, now());
    } else {
        readings_.show(snapshot, now());
    }
    if (start_.board_shown(board_, game_.start(), now())) go_on();
}

/// Its piece was lifted, and only now is it seen where it stands.
bool GameInProgress::shows_first_move(const Snapshot& snapshot) const {
    auto shown = readings_;
    shown.show(snapshot, now());
    const auto& best = shown.best();
    const auto standing = standing_moves(best, shown.sight());
    return best.line.empty() && !standing.empty() && standing.front().cost() == 0 &&
           contains(readings_.best().ply.lifted, standing.front().move.from);
}

/// Squares wrong before the first move, which stands on the board, was taken up. The mover's own count after
/// a while: a piece may be in hand, or several moved.
chess::Bitboard GameInProgress::wrong_before_first_move() const {
    const auto& ply = readings_.best().ply;
    if (ply.illegal || !ply.answered.empty()) return 0;
    const auto& start = game_.start();
    const auto own = start.pieces(start.to_move());
    const auto differing = board_.differing(start);
    const auto legal = start.legal_moves();
    const auto is_castling_under_way = [&](const chess::Move& move) {
        return move.kind == chess::MoveKind::castling && !(differing & ~squares_of(move)) &&
               !(differing & ~ply.lifted & start.occupied());
    };
    if (std::ranges::any_of(legal, is_castling_under_way)) return 0; // however long a piece is held
    for (const chess::Move move : legal) {
        const auto wrong = board_.differing(start.after(move));
        const auto taken_up_ms = board_.lifted_ms(move.from);
        if (!contains(differing, move.from) || !wrong || (wrong & squares_of(move))) continue;
        const auto since_ms = taken_up_ms - board_.changed_ms(wrong);
        if (since_ms >= bounds::restored_ms || (since_ms > 0 && !(wrong & own))) return wrong;
    }
    return 0;
}

/// At the first press, what differs was wrong before.
chess::Bitboard GameInProgress::wrong_at_first_press(bool starts_clock) const {
    const auto differing = board_.differing(game_.start());
    if (shows_illegal_move(readings_.best(), readings_.sight())) return 0;
    // While their clock is started, the player to move may hold a piece.
    const auto is_held = [&](const chess::Move& move) { return bit(move.from) == differing; };
    if (starts_clock && !(differing & board_.occupied()) &&
        std::ranges::any_of(game_.start().legal_moves(), is_held))
        return 0;
    const bool rested = t_ms_ - board_.changed_ms(differing) >= bounds::restored_ms;
    return rested || (starts_clock && !readings_.in_step()) ? differing : 0;
}

bool GameInProgress::may_begin(Side presses) {
    const bool first = start_.is_first_press();
    if (start_.told() || readings_.explained()) return true;
    auto wrong = wrong_before_first_move();
    if (!wrong && first && !start_.wrong()) wrong = wrong_at_first_press(presses != game_.start().to_move());
    if (wrong) start_.find_wrong(wrong);
    if (!start_.wrong()) return true;
    if (start_.setting_up(board_, game_.start()) && !without(start_.wrong()).made(for_good)) return false;
    tell_wrong_start();
    return true;
}

void GameInProgress::look_for_first_move() {
    if (t_ms_ - readings_.changed_ms() >= bounds::completed_ms) find_first_move();
}

void GameInProgress::look_for_first_move_before(const Lift& lift) {
    const auto piece = game_.start().at(lift.square);
    if (!header_->clock && piece && piece->side != game_.start().to_move()) find_first_move();
}

void GameInProgress::find_first_move() {
    if (!at_start() || orientation_ == Orientation::right_otherwise || start_.told() || readings_.explained())
        return;
    auto start = start_;
    if (const auto wrong = wrong_before_first_move()) start.find_wrong(wrong);
    if (!start.wrong() || start.setting_up(board_, game_.start())) return;
    const auto readings = without(start.wrong());
    const auto made = readings.made(for_good);
    if (!made || !contains(readings.best().ply.lifted, made->move.from)) return;
    start_ = start;
    tell_wrong_start();
}

Readings GameInProgress::without(chess::Bitboard squares) const {
    auto readings = readings_;
    readings.overlook(squares);
    return readings;
}

bool GameInProgress::is_still_set_up() const {
    if (!at_start() || !start_.wrong()) return false;
    const auto made = readings_.made(for_good);
    return made && start_.is_awaited(made->move.from);
}

void GameInProgress::tell_wrong_start() {
    const auto incident = start_.incident_now(readings_.best(), now());
    readings_.overlook(start_.wrong());
    readings_.forget_touches_until(board_.changed_ms(start_.wrong()));
    tell_incidents({incident});
}

} // namespace adoube::umpire
