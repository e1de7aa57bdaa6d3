#pragma once
// The moves that the board shows, and a reading with one of them made.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// A legal move that the board shows.
struct Standing {
    chess::Move move;
    Doubts doubts{};
    /// Its hands last did something then; what flickers changes nothing of it. Long ago where nobody saw it.
    GameMs since_ms{};
    int cost() const { return doubts.cost(); }
};

/// The legal moves of `reading` that would leave the board as it is seen, the likeliest first.
std::vector<Standing> standing_moves(const Reading& reading, const Sight& sight);

/// The one that the board shows in full, if any.
std::optional<Standing> shown_move(const Reading& reading, const Sight& sight);

/// Some square of it has a sensor that is to be trusted: else nobody has seen anything of that move.
bool is_seen(chess::Move move, const Sight& sight);

/// When `reply` was made to the last move of `reading`, on a board that came to stand so at `made_ms`.
GameMs answered_ms(const Reading& reading, const Standing& reply, GameMs made_ms);

struct MadeAt {
    Moment made;
    Moment shown; // when the inputs had shown it whole: by the press, or the last drop
};

/// `reading` with that move made but not pressed for, and the next ply beginning with `next_input`.
Reading with_move(const Reading& reading, const Standing& standing, MadeAt at, int next_input);

/// The board is as `reading` has it, with a move that stands there or without.
bool is_shown(const Reading& reading, const Sight& sight);

} // namespace adoube::umpire
