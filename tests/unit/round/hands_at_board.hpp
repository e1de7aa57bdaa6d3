#pragma once
// Hands at a scripted board: they play, clear and set up, step by step in time.

#include "tests/unit/round/hall.hpp"

#include <functional>

namespace adoube::tests {

wire::Squares squares_of(const chess::Position& position, wire::Sensing sensing = wire::Sensing::presence);

class HandsAtBoard {
  public:
    HandsAtBoard(Hall& hall, BoardOnCable& board, const chess::Position& position = chess::Position::start());

    /// Called after the hall has seen each event.
    std::function<void()> after_each = [] {};
    std::int64_t step_ms = 200;

    void play(const std::string& moves);
    /// Removes wrong pieces one by one, then places missing ones.
    void set_up(const chess::Position& position = chess::Position::start());
    void lift(unsigned square);
    void drop(unsigned square, wire::Content content = wire::Content::occupied);
    void press(chess::Side side);
    void happen(wire::Event event);
    const wire::Squares& squares() const { return squares_; }
    std::size_t port = 0;

  private:
    static std::uint8_t square_of(unsigned square) { return static_cast<std::uint8_t>(square); }

    Hall& hall_;
    BoardOnCable& board_;
    chess::Position position_;
    wire::Squares squares_;
};

/// Fixture: one table with board and hands.
struct OneTable {
    explicit OneTable(std::int64_t delay_ms = 0);

    Hall hall;
    ScriptedBoard board{1, 0, 0xA1};
    HandsAtBoard hands{hall, board};
};

} // namespace adoube::tests
