#pragma once
// Which boards need an arbiter, worst first, and why in plain words.

#include "tools/adoube/live/hall_state.hpp"

namespace adoube::tools {

/// Worst first.
enum class Need : std::uint8_t {
    record_lost, // the journal lacks inputs of the game
    decision,    // a proposal of the umpire
    incident,
    time,    // a clock is at zero, and nobody has entered a result
    away,    // no board is connected to a running game
    squares, // wrong on a board before or after its game
    remark,  // an incident that asks for nothing unless a player does
    none,    // a game in progress
    waiting, // not begun
    over,
};

struct Standing {
    Need need = Need::none;
    std::string why; // one line
};

/// An incident or proposal counts until it is dismissed, the game has a result, or both players have made a
/// move since: then nobody stopped the game for it. The latest of the gravest kind is told.
Standing standing_of(const ToldBoard& board, UtcMs now);

/// The numbers of the boards, worst first, then by number.
std::vector<int> worst_first(const std::map<int, ToldBoard>& boards, UtcMs now);

} // namespace adoube::tools
