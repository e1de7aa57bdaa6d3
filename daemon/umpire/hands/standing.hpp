#pragma once
// The moves that the board shows, and a reading with one of them made.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

struct Standing {
    chess::Move move;
    Doubts doubts{};
    /// When hands last did something for it, flickers aside; long ago if unseen.
    GameMs since_ms{};
    int cost() const { return doubts.cost(); }
};

/// Those that would leave the board as seen, the likeliest first.
std::vector<Standing> standing_moves(const Reading& reading, const Sight& sight);

/// The one shown at no cost, if any.
std::optional<Standing> shown_move(const Reading& reading, const Sight& sight);

/// Where it puts pieces down.
chess::Bitboard comes_down_on(chess::Move move);

/// Some square of it has a trusted sensor.
bool is_seen(chess::Move move, const Sight& sight);

/// When `reply` was made, on a board unchanged since `made_ms`.
GameMs answered_ms(const Reading& reading, const Standing& reply, GameMs made_ms);

struct MadeAt {
    Moment made;
    Moment shown = made; // when the inputs had shown it whole, at the press or the last drop
};

/// `reading` with that move made, not pressed for; the next ply begins with `next_input`.
Reading with_move(const Reading& reading, const Standing& standing, MadeAt at, int next_input);

/// With or without a standing move.
bool is_shown(const Reading& reading, const Sight& sight);

} // namespace adoube::umpire
