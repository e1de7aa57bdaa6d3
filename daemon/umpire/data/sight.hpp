#pragma once
// What the sensors show at this moment, and where that contradicts a position.

#include "daemon/umpire/data/inputs.hpp"

namespace adoube::umpire {

class Sight {
  public:
    explicit Sight(Sensing sensing);

    /// From now on the board is taken to stand as in `position`.
    void show(const chess::Position& position);
    void show(const Snapshot& snapshot);
    /// Inputs were lost: what stands there and did not before may have come down as late as now.
    void show_after_gap(const Snapshot& snapshot, GameMs now_ms);
    void show(Square square, const std::optional<Seen>& seen);
    /// The squares of `which` are taken to stand as in `position`.
    void show(const chess::Position& position, chess::Bitboard which);

    void lift(Square square, GameMs t_ms = {});
    void drop(Square square, const Seen& piece, GameMs t_ms = {});
    /// A masked sensor is believed in nothing until it is unmasked.
    void mask(Square square, bool on);
    void overlook(chess::Bitboard squares) { overlooked_ = squares; }

    chess::Bitboard overlooked() const { return overlooked_; }
    chess::Bitboard masked() const { return masked_ | overlooked_; }
    Sensing sensing() const { return sensing_; }
    chess::Bitboard occupied() const { return occupied_; }
    std::optional<Seen> at(Square square) const;
    /// Squares that have been empty for less than `ms`.
    chess::Bitboard just_emptied(GameMs now_ms, std::int64_t ms) const;
    /// Squares on which something came down less than `ms` ago.
    chess::Bitboard just_dropped(GameMs now_ms, std::int64_t ms) const;
    /// That of `squares` which something left last.
    chess::Bitboard last_lifted(chess::Bitboard squares) const;
    /// This sight with what stood last on those empty squares put back.
    Sight with_put_back(chess::Bitboard squares) const;
    /// When something last left the square and was last set on it; long ago where that was never seen.
    GameMs lifted_ms(Square square) const { return lifted_ms_[static_cast<std::size_t>(index(square))]; }
    GameMs dropped_ms(Square square) const { return dropped_ms_[static_cast<std::size_t>(index(square))]; }
    /// When the last of them changed; long ago where that was never seen.
    GameMs changed_ms(chess::Bitboard squares) const;
    /// When what stands there came to stand there: a flicker of the sensor sets down nothing.
    GameMs placed_ms(Square square) const { return placed_ms_[static_cast<std::size_t>(index(square))]; }
    /// The same, should a bounce or a centring have set down nothing either.
    GameMs stands_since_ms(Square square) const {
        return stands_since_ms_[static_cast<std::size_t>(index(square))];
    }

    /// Every square shows the same in both, whenever that came about.
    bool looks_like(const Sight& other) const;
    /// The squares that are not as `position` has them; a sensor that tells less contradicts less.
    chess::Bitboard differing(const chess::Position& position) const;
    /// Whether a move of `position` may stand on the board: some piece of the side to move is not seen where
    /// it stood. Chess960 castling may leave king and rook on each other's squares.
    bool may_show_a_move(const chess::Position& position) const;

  private:
    void clear(Square square);
    void put(Square square, const Seen& piece);

    Sensing sensing_;
    chess::Bitboard occupied_ = 0;
    std::array<chess::Bitboard, 2> sides_{};
    std::array<chess::Bitboard, 6> types_{};
    chess::Bitboard masked_ = 0;
    chess::Bitboard overlooked_ = 0;
    std::array<Seen, 64> lifted_piece_{};
    std::array<GameMs, 64> lifted_ms_;
    std::array<GameMs, 64> dropped_ms_;
    std::array<GameMs, 64> placed_ms_;
    std::array<GameMs, 64> stands_since_ms_;
};

/// For each part of a few squares, from all of them down: what comes after `part`; where they are too many,
/// there are no other parts.
constexpr chess::Bitboard next_part(chess::Bitboard part, chess::Bitboard squares) {
    constexpr int most = 5;
    return std::popcount(squares) > most ? 0 : (part - 1) & squares;
}

} // namespace adoube::umpire
