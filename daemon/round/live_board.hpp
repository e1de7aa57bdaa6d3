#pragma once
// A table as programs in the hall may see it, undelayed: for nobody outside.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/drivers/news.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::round {

/// By square index; empty where nothing is seen.
using LiveSquares = std::array<std::optional<chess::Piece>, 64>;

LiveSquares pieces_of(const chess::Position& position);
/// What stands on the board now, `stands` being the game's position. What the sensors do not tell is
/// inferred: a piece that came down is that of a legal move, else the one lifted last before. A faulty square
/// shows the piece of `stands`, and what nothing explains is left out.
LiveSquares live_squares(const umpire::Sight& sight, const chess::Position& stands);

/// Valid until the next call into the round.
struct LiveBoard {
    int number = 0;
    std::string serial; // of the board connected here last, 16 hexadecimal digits; empty: none yet
    bool connected = false;
    std::optional<drivers::BatteryTold> battery{}; // of a board that runs on one, and told so since it came
    /// In the players' orientation, pieces in the air gone; without electronics as `completed`.
    LiveSquares squares;
    const broadcast::PublicGame& game;      // with the move that stands on the board
    const broadcast::PublicGame& completed; // completed moves alone; its clocks are dated in game time
    std::optional<broadcast::ClockFace> completed_clocks{}; // those, in the host's UTC: no touch changes them
};

} // namespace adoube::round
