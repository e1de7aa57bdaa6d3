#pragma once
// A board over time: what stands where, and all events as a perfect sensor reports them. sensors.hpp has what
// worse sensors report.

#include "daemon/record/input.hpp"

#include <optional>
#include <vector>

namespace adoube::replay {

using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Side;
using chess::Square;

using Placement = std::array<std::optional<Piece>, 64>;
Placement placement_of(const Position& position);

struct Event {
    std::int64_t t_ms;
    record::What what; // sensors fill in snapshots
    /// Happens, but no sensor reports it.
    bool unseen = false;
    /// Reported, but does not happen.
    bool unreal = false;
};

struct Window {
    std::int64_t from_ms, to_ms;
};

/// Reported elsewhere while its old square is not yet reported empty.
struct Doubled {
    Square square;
    Window window;
};

struct Masked {
    Square square;
    Window window;
    bool noisy;
};

class Timeline {
  public:
    explicit Timeline(const Placement& board) : first_board_(board), board_(board) {}

    std::int64_t now() const { return now_; }
    void wait(std::int64_t ms) { now_ += ms; }
    void wait_until(std::int64_t t_ms) { now_ = std::max(now_, t_ms); }

    std::optional<Piece> at(Square square) const { return board_[index(square)]; }
    const Placement& board() const { return board_; }
    /// A piece must stand there.
    Piece lift(Square square, bool unseen = false);
    void drop(Square square, Piece piece, bool unseen = false);
    void press(Side side) { press_at(side, now_); }
    void press_at(Side side, std::int64_t t_ms) {
        say_at(t_ms, record::Press{side});
        if (t_ms == now_) pressed_at_ = now_;
    }
    void say(record::What what) { say_at(now_, std::move(what)); }
    /// Also in the past.
    void say_at(std::int64_t t_ms, record::What what) { events_.push_back({t_ms, std::move(what)}); }

    std::int64_t dropped_at(Square square) const { return dropped_at_[index(square)]; }
    std::int64_t pressed_at() const { return pressed_at_; }

    const Placement& first_board() const { return first_board_; }
    const std::vector<Event>& events() const { return events_; }

    /// Nothing done in them was reported.
    std::vector<Window> gaps;
    std::vector<Doubled> doubled;
    std::vector<Masked> masks;

  private:
    Placement first_board_, board_;
    std::vector<Event> events_;
    std::array<std::int64_t, 64> dropped_at_{};
    std::int64_t pressed_at_ = 0;
    std::int64_t now_ = 0;
};

} // namespace adoube::replay
