#pragma once
// What stands on a board, as far as it has told, and since when by its own clock.

#include "daemon/time/instant.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/orientation.hpp"

namespace adoube::round {

class StandingBoard {
  public:
    /// Another board, or another start of it: until its snapshot nothing is known.
    void forget(record::Sensing sensing);
    void apply(const record::What& what, BoardUs board_us);

    /// Since when every piece stands as in `position`, however the board is turned; empty where they do not.
    std::optional<BoardUs> stands_since_us(const chess::Position& position) const;
    /// From when on it has come to rest there.
    std::optional<BoardUs> rests_since_us(const chess::Position& position) const;
    /// How many squares are not as in `position`, however the board is turned.
    int wrong(const chess::Position& position) const;
    /// Turned as it is most like `position`.
    umpire::Sight most_like(const chess::Position& position) const;
    record::Sensing sensing() const { return sight_.sensing(); }

    /// What a log must begin with that goes on from here.
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
