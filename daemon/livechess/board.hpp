#pragma once
// A table's board as clients of the LiveChess interface see it.

#include "daemon/round/live_board.hpp"

namespace adoube::livechess {

enum class State : std::uint8_t { active, not_responding, inactive, delayed };

/// Valid as long as the game that it is of.
struct Board {
    int number = 0;
    std::string serialnr; // by which clients choose it
    State state = State::inactive;
    std::string placement;                  // FEN, its first field; empty: nothing is known
    const broadcast::PublicGame* game = {}; // null: nothing is known
    std::optional<broadcast::ClockFace> clocks{};
};

/// FEN, its first field.
std::string placement_of(const chess::Position& position);
/// As seen from the other side of the table.
std::string turned(const std::string& placement);

/// Undelayed. Without pieces in the air: the position after the last completed move, which a press or the
/// reply completes.
Board live(const round::LiveBoard& board, bool pieces_in_the_air);
/// As the public sees it; `shown` may be null.
Board delayed(const round::LiveBoard& board, const broadcast::PublicGame* shown);

} // namespace adoube::livechess
