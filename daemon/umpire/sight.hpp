#pragma once
// What the sensors show at this moment, and where that contradicts a position.

#include "daemon/umpire/input.hpp"

namespace adoube::umpire {

class Sight {
  public:
    explicit Sight(Sensing sensing) : sensing_(sensing) {}

    /// From now on the board is taken to stand as in `position`.
    void show(const chess::Position& position);
    void show(const Snapshot& snapshot);
    /// The squares of `which` are taken to stand as in `position`.
    void show(const chess::Position& position, chess::Bitboard which);

    void lift(Square square);
    void drop(Square square, const Seen& piece);
    /// A masked sensor is believed in nothing until it is unmasked.
    void mask(Square square, bool on);

    Sensing sensing() const { return sensing_; }
    chess::Bitboard occupied() const { return occupied_; }
    std::optional<Seen> at(Square square) const;

    /// The squares that are not as `position` has them; a sensor that tells less contradicts less.
    chess::Bitboard differing(const chess::Position& position) const;

  private:
    void clear(Square square);

    Sensing sensing_;
    chess::Bitboard occupied_ = 0;
    std::array<chess::Bitboard, 2> sides_{};
    std::array<chess::Bitboard, 6> types_{};
    chess::Bitboard masked_ = 0;
};

} // namespace adoube::umpire
