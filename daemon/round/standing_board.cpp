#include "daemon/round/standing_board.hpp"

#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace adoube::round {

using umpire::Turn;

namespace {

/// Before, a piece may still be centred.
constexpr std::uint64_t rest_us = 1000 * umpire::bounds::bounce_ms;

} // namespace

bool may_be_played(const umpire::Sight& board, const chess::Position& start) {
    const auto away = start.occupied() & ~board.occupied() & ~board.masked();
    const bool half_stands = 2 * std::popcount(board.occupied()) >= std::popcount(start.occupied());
    return half_stands && (away & start.pieces(chess::Side::white)) != 0 &&
           (away & start.pieces(chess::Side::black)) != 0;
}

void StandingBoard::forget(record::Sensing sensing) {
    sight_ = umpire::Sight(sensing);
    known_ = false;
}

void StandingBoard::apply(const record::What& what, BoardUs board_us) {
    if (const auto* lift = std::get_if<record::Lift>(&what)) {
        sight_.show(lift->square, std::nullopt);
        changed_us_ = board_us;
    } else if (const auto* drop = std::get_if<record::Drop>(&what)) {
        sight_.show(drop->square, drop->piece);
        changed_us_ = board_us;
    } else if (const auto* snapshot = std::get_if<record::Snapshot>(&what)) {
        show(*snapshot, board_us);
    } else if (const auto* mask = std::get_if<record::Mask>(&what)) {
        sight_.mask(mask->square, mask->on);
    }
}

void StandingBoard::show(const record::Snapshot& snapshot, BoardUs board_us) {
    auto shown = sight_;
    shown.show(snapshot);
    if (!std::exchange(known_, true) || !shown.looks_like(sight_)) changed_us_ = board_us;
    sight_ = shown;
}

record::Snapshot StandingBoard::snapshot() const {
    record::Snapshot snapshot;
    for (int at = 0; at < 64; ++at)
        snapshot.squares[static_cast<std::size_t>(at)] = sight_.at(static_cast<chess::Square>(at));
    return snapshot;
}

umpire::Sight StandingBoard::turned_by(Turn turn) const {
    umpire::Sight sight(sensing());
    sight.show(std::get<record::Snapshot>(umpire::turned({{}, snapshot()}, turn).what));
    for (auto squares = masked(); squares;) sight.mask(umpire::turned(chess::pop(squares), turn), true);
    return sight;
}

std::optional<BoardUs> StandingBoard::stands_since_us(const chess::Position& position) const {
    if (!known_ || wrong(position) > 0) return std::nullopt;
    return changed_us_;
}

std::optional<BoardUs> StandingBoard::rests_since_us(const chess::Position& position) const {
    const auto since_us = stands_since_us(position);
    return since_us ? std::optional(*since_us + rest_us) : std::nullopt;
}

int StandingBoard::wrong(const chess::Position& position) const {
    return std::popcount(most_like(position).differing(position));
}

umpire::Sight StandingBoard::most_like(const chess::Position& position) const {
    std::optional<umpire::Sight> best;
    for (const auto turn : umpire::every_turn) {
        auto sight = turned_by(turn);
        if (!best || std::popcount(sight.differing(position)) < std::popcount(best->differing(position)))
            best = std::move(sight);
    }
    return *best;
}

} // namespace adoube::round
