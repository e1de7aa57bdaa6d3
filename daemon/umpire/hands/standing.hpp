#pragma once
// The moves that the board shows, and a reading with one of them made.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <memory>

namespace adoube::umpire {

struct Standing {
    chess::Move move;
    Doubts doubts{};
    /// When hands last did something for it, flickers aside; long ago if unseen.
    GameMs since_ms{};
    int cost() const { return doubts.cost(); }
};

/// The likeliest first. A handle: its copies share the moves.
class StandingMoves {
  public:
    StandingMoves() = default;
    explicit StandingMoves(std::vector<Standing> moves)
        : moves_(moves.empty() ? nullptr : std::make_shared<const std::vector<Standing>>(std::move(moves))) {}

    bool empty() const { return !moves_; }
    std::size_t size() const { return moves_ ? moves_->size() : 0; }
    const Standing* begin() const { return moves_ ? moves_->data() : nullptr; }
    const Standing* end() const { return begin() + size(); }
    const Standing& front() const { return moves_->front(); }
    const Standing& operator[](std::size_t at) const { return (*moves_)[at]; }

  private:
    std::shared_ptr<const std::vector<Standing>> moves_; // null: none
};

/// Those that would leave the board as seen. Each thread remembers its last answers.
StandingMoves standing_moves(const Reading& reading, const Sight& sight);

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

/// That move is made, not pressed for; the next ply begins with `next_input`.
void make(Reading& reading, const Standing& standing, MadeAt at, int next_input);
inline Reading with_move(Reading reading, const Standing& standing, MadeAt at, int next_input) {
    make(reading, standing, at, next_input);
    return reading;
}

/// With or without a standing move.
bool is_shown(const Reading& reading, const Sight& sight);

} // namespace adoube::umpire
