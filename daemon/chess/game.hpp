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

/// A hall keeps many games, several times each: so all their positions are not kept, but what follows from
/// the moves is found again.
class Game {
  public:
    /// `plies_before`: moves made before `start`.
    explicit Game(const Position& start = Position::start(), int plies_before = 0);

    const Position& start() const { return every_so_often_.front(); }
    const Position& position() const { return since_last_progress_.back(); }
    std::span<const Move> moves() const { return moves_; }
    /// Includes those before the start.
    int plies() const { return plies_before_ + static_cast<int>(moves_.size()); }
    /// The position before move `ply` (0 = the first); at moves().size() the current one.
    Position position_at(std::size_t ply) const;

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
    int repetitions() const { return times(position()); }
    /// How often that has stood; of a later position, too.
    int times(const Position& position) const;
    bool is_checkmate() const;
    bool is_stalemate() const;

  private:
    static constexpr std::size_t so_often = 32; // plies

    std::vector<Position> every_so_often_; // the start first
    /// From the one before the last capture or pawn move, or the start, to the current one.
    std::vector<Position> since_last_progress_;
    std::vector<Move> moves_;
    int plies_before_;
};

} // namespace adoube::chess
