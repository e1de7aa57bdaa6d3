#pragma once
// How a game ends: Articles 5 and 9.6, and whom a fallen flag, illegal moves or a resignation leave the game.

#include "daemon/chess/game.hpp"
#include "daemon/laws/edition.hpp"

#include <vector>

namespace adoube::umpire {

/// Which positions are dead (5.2.2). The search is long, so the last answers are remembered, and a position
/// from which one that lives can come back lives as well. A value.
class DeadPositions {
  public:
    /// Neither side can mate.
    bool contain(const chess::Position& position);

  private:
    struct Known {
        chess::Position position;
        bool dead;
    };
    bool search(const chess::Position& position) const;

    std::vector<Known> known_;
    std::size_t oldest_ = 0;
};

/// The position is dead, and each legal move captures: players make that capture before they stop, and the
/// scoresheet has it. It is drawn already, whatever they do.
bool is_dead_but_for_captures(const chess::Position& position);

/// Whether a legal move to `position` ends the game by itself, without a press (5.1.1, 5.2.1, 5.2.2, 9.6.2),
/// and nothing more is written down.
bool ends_the_game(const chess::Position& position, laws::Edition edition, DeadPositions& dead);

/// What the position, its repetitions and its moves without progress make of the game: mate goes first
/// (5.1.1, 5.2, 9.6). Open while a capture is to be written down that changes nothing.
chess::Result ended_by_itself(const chess::Game& game, laws::Edition edition, DeadPositions& dead);

chess::Result win_of(chess::Side side);

/// Whether `side` can mate by some series of legal moves; where nobody can say, he is taken to.
bool may_mate(const chess::Position& position, chess::Side side);

/// A win for `side`, or a draw where he cannot mate.
chess::Result win_if_he_can_mate(const chess::Position& position, chess::Side side);

/// `side` resigns: in 2023 a draw where the opponent cannot mate (5.1.2).
chess::Result resigned(const chess::Position& position, chess::Side side, laws::Edition edition);

/// What an arbiter sets after the illegal move of `side` that loses; in 2001 it always does (7.4b, 7.5.5).
chess::Result forfeited(const chess::Position& position, chess::Side side, laws::Edition edition);

} // namespace adoube::umpire
