#pragma once
// What the sensors show now, and where that contradicts a position.

#include "daemon/umpire/data/inputs.hpp"

#include <memory>

namespace adoube::umpire {

class Sight {
  public:
    explicit Sight(Sensing sensing);

    /// Takes the board to stand as in `position`.
    void show(const chess::Position& position);
    void show(const Snapshot& snapshot);
    /// After lost inputs: what is new may have come down as late as now.
    void show_after_gap(const Snapshot& snapshot, GameMs now_ms);
    void show(Square square, const std::optional<Seen>& seen);
    /// Only on the squares of `which`.
    void show(const chess::Position& position, chess::Bitboard which);

    void lift(Square square, GameMs t_ms);
    void drop(Square square, const Seen& piece, GameMs t_ms);
    /// A masked sensor is not believed.
    void mask(Square square, bool on);
    void overlook(chess::Bitboard squares) {
        if (overlooked_ != squares) overlooked_ = squares, change();
    }

    /// On these squares it may be otherwise than seen, until something is seen there.
    void disbelieve(chess::Bitboard squares) {
        if (disbelieved_ != squares) disbelieved_ = squares, change();
    }
    chess::Bitboard disbelieved() const { return disbelieved_; }

    chess::Bitboard overlooked() const { return overlooked_; }
    chess::Bitboard masked() const { return masked_ | overlooked_ | disbelieved_; }
    Sensing sensing() const { return sensing_; }
    chess::Bitboard occupied() const { return occupied_; }
    std::optional<Seen> at(Square square) const;
    chess::Bitboard just_emptied(GameMs now_ms, std::int64_t ms) const;
    chess::Bitboard just_dropped(GameMs now_ms, std::int64_t ms) const;
    chess::Bitboard last_lifted(chess::Bitboard squares) const;
    /// With the last pieces of those empty squares put back.
    Sight with_put_back(chess::Bitboard squares) const;
    /// Long ago if never seen.
    GameMs lifted_ms(Square square) const {
        return times().lifted_ms[static_cast<std::size_t>(index(square))];
    }
    GameMs dropped_ms(Square square) const {
        return times().dropped_ms[static_cast<std::size_t>(index(square))];
    }
    GameMs changed_ms(chess::Bitboard squares) const;
    /// When the piece came to stand there, flickers aside.
    GameMs placed_ms(Square square) const {
        return times().placed_ms[static_cast<std::size_t>(index(square))];
    }
    /// The same, bounces and centrings aside too.
    GameMs stands_since_ms(Square square) const {
        return times().stands_since_ms[static_cast<std::size_t>(index(square))];
    }

    /// Another number after each change, also of a copy: where it is the same, so is the sight.
    std::uint64_t state() const { return state_; }

    /// Compares squares, not times.
    bool looks_like(const Sight& other) const;
    /// Squares that contradict `position`; a sensor that tells less contradicts less.
    chess::Bitboard differing(const chess::Position& position) const;
    /// Whether some piece of the side to move is not seen where it stood, or Chess960 castling may have
    /// swapped king and rook.
    bool may_show_a_move(const chess::Position& position) const;

  private:
    struct Times {
        Times();
        std::array<GameMs, 64> lifted_ms, dropped_ms, placed_ms, stands_since_ms;
    };
    static const Times never;
    const Times& times() const { return times_ ? *times_ : never; }
    Times& times_to_change();

    void change();
    void clear(Square square);
    void put(Square square, const Seen& piece);
    Seen lifted_from(Square square) const {
        return lifted_[static_cast<std::size_t>(index(square))].value_or(Seen{});
    }

    Sensing sensing_;
    std::uint64_t state_ = 0;
    chess::Bitboard occupied_ = 0;
    std::array<chess::Bitboard, 2> sides_{};
    std::array<chess::Bitboard, 6> types_{};
    chess::Bitboard masked_ = 0;
    chess::Bitboard overlooked_ = 0;
    chess::Bitboard disbelieved_ = 0;
    GameMs last_lift_ms_, last_drop_ms_; // anywhere
    record::SeenSquares lifted_;
    /// By copies, until one changes them: they are most of it. Null: `never`.
    std::shared_ptr<Times> times_;
};

/// Subsets of a few `squares`, from all down: the one after `part`. Of more than five squares, only the full
/// set.
constexpr chess::Bitboard next_part(chess::Bitboard part, chess::Bitboard squares) {
    constexpr int most = 5;
    return std::popcount(squares) > most ? 0 : (part - 1) & squares;
}

} // namespace adoube::umpire
