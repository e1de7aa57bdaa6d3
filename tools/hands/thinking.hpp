#pragma once
// How long the players think.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "tools/hands/style.hpp"

namespace adoube::tools {

class Thinking {
  public:
    Thinking(const chess::PgnGame& game, const Style& style, Dice& dice);

    /// From the turn's start to its press: by the game's clock or move time, the lesser of both (recorded
    /// ones err on the long side); else drawn so that no flag falls. Call once per ply.
    std::int64_t next_turn_us();

  private:
    std::optional<std::int64_t> by_clock_ms(const chess::PgnMove& move);
    std::int64_t drawn_us();

    const chess::PgnGame& game_;
    const Style& style_;
    Dice& dice_;
    std::optional<umpire::Period> period_; // the first one
    std::array<std::optional<std::int64_t>, 2> shown_ms_;
    std::size_t ply_ = 0;
};

} // namespace adoube::tools
