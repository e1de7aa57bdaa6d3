#pragma once
// What hands do at a board whose game is over while none is armed: kept, so that a game which is armed later
// begins with what was played of it.

#include "daemon/round/standing_board.hpp"

#include <vector>

namespace adoube::round {

class UnarmedPlay {
  public:
    /// So much is kept at most; then all begins anew. The longest games have fewer.
    static constexpr std::size_t most_inputs = 10'000;

    struct Input {
        record::What what;
        BoardUs board_us{};
    };
    /// A start position that came to rest, and what followed.
    struct Game {
        StandingBoard board; // as it stood then
        BoardUs begin_us{};
        std::vector<Input> inputs;
    };

    void forget();
    /// What happened until then was still of the game before.
    void forget_until(BoardUs board_us);
    /// `what` happens at `board_us` on a `board` whose game is over, as far as is known; it last told
    /// something at `heard_us`.
    void add(const StandingBoard& board, BoardUs heard_us, const record::What& what, BoardUs board_us);

    /// How much is kept.
    std::size_t inputs() const { return inputs_.size(); }
    /// The game that was begun from `start` last and is not where it began; empty where there is none. A
    /// start position that returns by knights that go out and back begins no other.
    std::optional<Game> begun_from(const chess::Position& start) const;

  private:
    std::optional<StandingBoard> board_; // before the first of the inputs
    BoardUs heard_us_{};
    std::vector<Input> inputs_;
};

} // namespace adoube::round
