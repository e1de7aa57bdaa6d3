#pragma once
// A game: start, moves, and what Articles 5 and 9 make of them.

#include "daemon/chess/position.hpp"

#include <span>
#include <vector>

namespace adoube::chess {

enum class Result : std::uint8_t { open, white_wins, black_wins, draw };

/// "*", "1-0", "0-1", "1/2-1/2".
std::string_view to_string(Result result);
std::optional<Result> result_from(std::string_view text);

class Game {
  public:
    /// `plies_before`: moves made before `start`.
    explicit Game(const Position& start = Position::start(), int plies_before = 0);

    const Position& start() const { return positions_.front(); }
    const Position& position() const { return positions_.back(); }
    std::span<const Move> moves() const { return moves_; }
    /// Includes those before the start.
    int plies() const { return plies_before_ + static_cast<int>(moves_.size()); }
    /// The position before move `ply` (0 = the first); at moves().size() the current one.
    const Position& position_at(std::size_t ply) const { return positions_[ply]; }

    /// `move` must be legal.
    void play(Move move);
    /// Stops at the start.
    void take_back(std::size_t plies = 1);

    /// The scoresheet's number of move `ply` (1 = the first).
    int move_number(int ply) const {
        const int black_begins = start().to_move() == Side::black;
        return start().fullmove_number() + (ply - 1 - plies_before_ + black_begins) / 2;
    }

    /// This time included (9.2: claim at three; 9.6.1: drawn at five).
    int repetitions() const;
    bool is_checkmate() const;
    bool is_stalemate() const;

  private:
    std::vector<Position> positions_; // the start, and one after each move
    std::vector<Move> moves_;
    int plies_before_;
};

} // namespace adoube::chess
