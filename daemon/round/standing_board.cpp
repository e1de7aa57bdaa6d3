#include "daemon/round/standing_board.hpp"

#include "daemon/umpire/orientation.hpp"

#include <algorithm>
#include <utility>

namespace adoube::round {

using umpire::Turn;

void StandingBoard::forget(umpire::Sensing sensing) {
    sight_ = umpire::Sight(sensing);
    known_ = false;
}

void StandingBoard::take(const umpire::What& what, std::uint64_t board_us) {
    if (const auto* lift = std::get_if<umpire::Lift>(&what)) {
        sight_.lift(lift->square);
        changed_us_ = board_us;
    } else if (const auto* drop = std::get_if<umpire::Drop>(&what)) {
        sight_.drop(drop->square, drop->piece);
        changed_us_ = board_us;
    } else if (const auto* snapshot = std::get_if<umpire::Snapshot>(&what)) {
        show(*snapshot, board_us);
    } else if (const auto* mask = std::get_if<umpire::Mask>(&what)) {
        sight_.mask(mask->square, mask->on);
    }
}

void StandingBoard::show(const umpire::Snapshot& snapshot, std::uint64_t board_us) {
    auto shown = sight_;
    shown.show(snapshot);
    if (!std::exchange(known_, true) || !shown.looks_like(sight_)) changed_us_ = board_us;
    sight_ = shown;
}

umpire::Snapshot StandingBoard::snapshot() const {
    umpire::Snapshot snapshot;
    for (int at = 0; at < 64; ++at)
        snapshot.squares[static_cast<std::size_t>(at)] = sight_.at(static_cast<chess::Square>(at));
    return snapshot;
}

std::optional<std::uint64_t> StandingBoard::stands_since_us(const chess::Position& position) const {
    if (!known_) return std::nullopt;
    const auto stands = [&](Turn turn) {
        umpire::Sight sight(sensing());
        sight.show(std::get<umpire::Snapshot>(umpire::turned({0, snapshot()}, turn).what));
        for (auto squares = masked(); squares;) sight.mask(umpire::turned(chess::pop(squares), turn), true);
        return sight.differing(position) == 0;
    };
    return std::ranges::any_of(umpire::every_turn, stands) ? std::optional(changed_us_) : std::nullopt;
}

} // namespace adoube::round
