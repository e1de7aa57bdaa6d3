#pragma once
// The game as the umpire has it. The code for its public view includes no other umpire header, so that
// nothing of the players' conduct gets there.

#include "daemon/chess/game.hpp"
#include "daemon/time/instant.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::umpire {

struct MoveRecord {
    chess::Move move;
    /// Made: stood on the board (Article 4.7); completed: 6.2.1, empty if not yet.
    GameMs made_ms{};
    std::optional<GameMs> completed_ms;
    std::optional<std::int64_t> clock_ms; // the mover's, increment included; empty: no clock is kept
};

struct Clocks {
    std::int64_t white_ms, black_ms;
    std::optional<chess::Side> running;
};

struct GameRecord {
    chess::Game game;
    std::vector<MoveRecord> moves; // one for each move of `game`
    /// Of these, which only an arbiter can still change, but for what a pawn became where no sensor tells.
    std::size_t settled = 0;
    chess::Result result = chess::Result::open;
    /// As in the PGN tag Termination: "normal", "time forfeit", "rules infraction", …
    std::string termination;
    std::optional<Clocks> clocks; // empty: no clock is kept
    /// Games before `game` began anew from a position that an arbiter set up or an illegal move left.
    std::vector<chess::Game> before{};
    int stood = 0;          // times it began anew after an illegal move
    bool confirmed = false; // the result, by an arbiter (8.7)
};

} // namespace adoube::umpire
