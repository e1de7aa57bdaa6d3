#pragma once
// The game as the umpire has it: its moves, clocks and end. What makes the public view of it knows no other
// header of this room, so that nothing of the players' conduct can get there.

#include "daemon/chess/game.hpp"
#include "daemon/time/instant.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::umpire {

struct MoveRecord {
    chess::Move move;
    /// When the move stood on the board (made, Article 4.7) and when it was completed (6.2.1); empty: not
    /// yet.
    GameMs made_ms{};
    std::optional<GameMs> completed_ms;
    /// The mover's time left after the move, increment included; empty where no clock is kept.
    std::optional<std::int64_t> clock_ms;
};

struct Clocks {
    std::int64_t white_ms, black_ms;
    std::optional<chess::Side> running;
};

/// What the record says of the game at one moment.
struct GameRecord {
    chess::Game game;
    /// One for each move of `game`.
    std::vector<MoveRecord> moves;
    chess::Result result = chess::Result::open;
    /// Why it ended, as the PGN tag Termination has it ("normal", "time forfeit", "rules infraction", …).
    std::string termination;
    std::optional<Clocks> clocks; // empty: no clock is kept
    /// What was played before `game` began anew, with a position that an arbiter set up or an illegal move
    /// left: no move of a game leads there.
    std::vector<chess::Game> before{};
    /// So often it began anew with what an illegal move left.
    int stood = 0;
};

} // namespace adoube::umpire
