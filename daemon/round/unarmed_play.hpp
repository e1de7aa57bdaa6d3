#pragma once
// Inputs while the game is over and none is armed: a game armed later begins with those that belong to it.

#include "daemon/round/standing_board.hpp"
#include "daemon/umpire/data/seldom.hpp"

#include <vector>

namespace adoube::round {

class UnarmedPlay {
  public:
    /// At this bound all are forgotten; the longest games have fewer.
    static constexpr std::size_t most_inputs = 10'000;

    struct Input {
        record::What what;
        BoardUs board_us{};
    };
    /// From a start position at rest.
    struct Game {
        StandingBoard board; // at the start
        BoardUs begin_us{};
        std::vector<Input> inputs;
    };

    void forget();
    /// Until then the inputs belonged to the previous game.
    void forget_until(BoardUs board_us);
    /// `board` and `heard_us`: before the input.
    void add(const StandingBoard& board, BoardUs heard_us, const record::What& what, BoardUs board_us);

    std::size_t inputs() const { return inputs_.size(); }
    /// The last game begun from `start` and not back there now. Knights going out and back begin no game.
    std::optional<Game> begun_from(const chess::Position& start) const;

  private:
    umpire::Seldom<StandingBoard> board_; // before the first input
    BoardUs heard_us_{};
    std::vector<Input> inputs_;
};

} // namespace adoube::round
