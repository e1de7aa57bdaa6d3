#pragma once
// How a game ends: Articles 5 and 9.6, flag fall, illegal moves, resignation.

#include "daemon/chess/game.hpp"
#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "daemon/laws/edition.hpp"

#include <memory>
#include <vector>

namespace adoube::umpire {

/// Dead positions (5.2.2). The search is long: recent answers are cached, and a position from which a live
/// one can recur is alive.
class DeadPositions {
  public:
    /// Neither side can mate.
    bool contain(const chess::Position& position);
    /// As `contain` would answer now.
    bool would_contain(const chess::Position& position) const;
    /// Searched before, or foreseen.
    bool know(const chess::Position& position) const;

  private:
    struct Known {
        chess::Position position;
        bool dead;
    };
    struct Memory {
        std::vector<Known> known; // the latest last
        chess::LastMate last_mate;
        const Known* find(const chess::Position& position) const;
    };
    using Shared = std::shared_ptr<const Memory>; // by copies
    Shared after_search(const chess::Position& position) const;

    Shared memory_ = std::make_shared<const Memory>();
    /// If the next search is for the latest position there: looking ahead changes no answer.
    mutable Shared foreseen_;
};

/// Dead, and every legal move captures: players make that capture before they stop, so the scoresheet has it,
/// but the game is drawn already.
bool is_dead_but_for_captures(const chess::Position& position);

/// A legal move to `position` ends the game without a press (5.1.1, 5.2.1, 5.2.2, 9.6.2).
bool ends_the_game(const chess::Position& position, laws::Edition edition, DeadPositions& dead);

/// As `ends_the_game` would answer now.
bool would_end_the_game(const chess::Position& position, laws::Edition edition, const DeadPositions& dead);

/// By position, repetitions and moves without progress; mate goes first (5.1.1, 5.2, 9.6). Open while a
/// capture that changes nothing is still to be recorded.
chess::Result ended_by_itself(const chess::Game& game, laws::Edition edition, DeadPositions& dead);

chess::Result win_of(chess::Side side);

/// By some series of legal moves; true where the search cannot tell.
bool may_mate(const chess::Position& position, chess::Side side);

chess::Result win_if_he_can_mate(const chess::Position& position, chess::Side side);

/// A draw where the opponent cannot mate, in 2023 (5.1.2).
chess::Result resigned(const chess::Position& position, chess::Side side, laws::Edition edition);

/// After the losing illegal move of `side`; in 2001 always a loss (7.4b, 7.5.5).
chess::Result forfeited(const chess::Position& position, chess::Side side, laws::Edition edition);

} // namespace adoube::umpire
