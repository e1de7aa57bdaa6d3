#pragma once
// What a board shows, as far as reported, and since when by its own clock.

#include "daemon/time/instant.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/orientation.hpp"

namespace adoube::round {

/// Men of both sides are away from where they begin, and at least half are on the board: so it stands after
/// moves that nobody saw, or while pieces are set up.
bool may_be_played(const umpire::Sight& board, const chess::Position& start);

class StandingBoard {
  public:
    /// Another board or start: nothing is known until its snapshot.
    void forget(record::Sensing sensing);
    void apply(const record::What& what, BoardUs board_us);

    /// It has been shown since the last `forget`.
    bool known() const { return known_; }
    /// Since when it stands as `position`, in any orientation.
    std::optional<BoardUs> stands_since_us(const chess::Position& position) const;
    /// From when on it is at rest there.
    std::optional<BoardUs> rests_since_us(const chess::Position& position) const;
    /// Number of squares that differ, in the best orientation.
    int wrong(const chess::Position& position) const;
    /// In the orientation most like `position`.
    umpire::Sight most_like(const chess::Position& position) const;
    record::Sensing sensing() const { return sight_.sensing(); }

    /// First input of a log that continues from here.
    record::Snapshot snapshot() const;
    chess::Bitboard masked() const { return sight_.masked(); }

  private:
    void show(const record::Snapshot& snapshot, BoardUs board_us);
    umpire::Sight turned_by(umpire::Turn turn) const;

    umpire::Sight sight_{record::Sensing::presence};
    bool known_ = false;
    BoardUs changed_us_{};
};

} // namespace adoube::round
