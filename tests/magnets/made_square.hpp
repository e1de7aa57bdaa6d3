#pragma once
// One square of a board of some geometry, as it came out of the workshop.

#include "tests/magnets/field_map.hpp"
#include "tests/magnets/hands.hpp"
#include "tests/magnets/parts.hpp"

#include <cmath>
#include <vector>

namespace adoube::magnets {

/// One sensor under the middle, or four around it whose outputs are averaged.
struct HallBoard {
    HallSensor sensor = drv5055_a1;
    double gap_mm = 20;
    double apart_mm = 0; // of the four, from the middle in file and rank; 0: one
    double threshold = 0, release = 0;
    double lowest_gap_mm() const { return gap_mm - 2; }
};
/// Each reed is raised from below until it closes for a piece so far from the middle in all four directions;
/// one that would have to come nearer than the least gap is replaced by another.
struct UprightReedBoard {
    double closes_at_mm = 17, least_gap_mm = 13;
    double lowest_gap_mm() const { return least_gap_mm - 2; }
};
/// Along a rank, one end under the middle.
struct LyingReedBoard {
    double gap_mm = 5;
    double lowest_gap_mm() const { return gap_mm - 2; }
};

/// Levels are shares of what makes the square show a piece; their sign is the magnet's pole.
class HallSquare {
  public:
    HallSquare(const HallBoard& board, const FieldMap& map, Dice& dice);

    /// What a piece adds, `up_mm` above the board.
    double level(Point piece, double up_mm = 0) const;
    /// Of one reading: noise; and drift, as far as it was not followed.
    double noise(Dice& dice) const { return dice.normal(board_->sensor.noise_steps) / board_->threshold; }
    double drift(Dice& dice, bool followed) const;
    double release() const { return board_->release / board_->threshold; }
    /// At that level, after it showed `before`: -1, 0 or 1.
    int shows(double level, int before = 0) const {
        if (level >= (before == 1 ? release() : 1)) return 1;
        return -level >= (before == -1 ? release() : 1) ? -1 : 0;
    }

  private:
    const HallBoard* board_;
    const FieldMap* map_;
    double gap_mm_, steps_per_mt_;
    std::vector<Point> sensors_; // from the middle, each as it was glued
};

/// A reed shows a piece whatever its pole.
class ReedSquare {
  public:
    ReedSquare(const UprightReedBoard& board, const FieldMap& map, Dice& dice);
    ReedSquare(const LyingReedBoard& board, const FieldMap& map, Dice& dice);

    double level(Point piece, double up_mm = 0) const {
        return field_mt(piece, gap_mm_ + up_mm) / operate_mt_;
    }
    double noise(Dice&) const { return 0; }
    double drift(Dice&, bool) const { return 0; }
    double release() const { return release_; }
    int shows(double level, int before = 0) const {
        return std::abs(level) >= (before != 0 ? release() : 1) ? 1 : 0;
    }

  private:
    void choose_reed(Dice& dice);
    double field_mt(Point piece, double below_mm) const;
    double lying_mt(Point off, double below_mm) const;

    static constexpr Reed kind_{};
    const FieldMap* map_;
    Point place_;
    bool lies_ = false, by_one_end_ = false;
    double operate_mt_ = 0, release_ = 1, gap_mm_ = 0;
};

inline HallSquare made(const HallBoard& board, const FieldMap& map, Dice& dice) { return {board, map, dice}; }
template<class Reeds>
ReedSquare made(const Reeds& board, const FieldMap& map, Dice& dice) {
    return {board, map, dice};
}

/// A piece somewhere on the board, from the middle of some square.
struct Piece {
    double pole; // 1 or -1, weaker or stronger
    Point at;
};
/// On the square that is so many files and ranks away.
Piece put_down(Dice& dice, Hand hand, const Squares& squares, Point square);

} // namespace adoube::magnets
