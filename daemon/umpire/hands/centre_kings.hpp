#pragma once
// The kings in the centre: how players tell the board that the game is over, and who won it. Both kings stand
// there side by side, so no game shows it: what the board shows at rest is compared with the game as it was
// before each lift since the last press. It must be one of these with the kings set in the centre, and
// nothing else changed but pieces taken off there.

#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/readings.hpp"

#include <memory>

namespace adoube::umpire {

class CentreKings {
  public:
    CentreKings();

    /// Both to be told before the readings are.
    void lift(Square square, GameMs t_ms, const Readings& before);
    void drop(Square square, const Seen& piece, GameMs t_ms);
    /// Inputs were lost since `before`: what the board shows now differently was done at this moment.
    void show(const Sight& board, GameMs t_ms, const Readings& before);
    /// A press, or an arbiter: what was lifted until now belongs to the game.
    void forget();
    /// A move of the game was made then.
    void forget(GameMs until_ms);

    /// What was promoted on `square` in `game`, which begins with that ply, was another piece all along.
    void promoted(const chess::Game& game, int first_ply, Square square, chess::PieceType piece);

    struct Ceremony {
        chess::Result result;
        chess::Bitboard kings; // where they stand
        /// The game that it ends, with the last move.
        Reading game;
        GameMs began_ms{};
        /// The king who went to the centre by a move that has stood on the board, and would be none of the
        /// game: he may have to be set elsewhere there yet.
        chess::Bitboard moved;
        /// A piece has come down in the centre since, and it is not yet seen whether it is he.
        bool seen_ahead = false;
    };
    /// What the kings say, should they stay.
    std::optional<Ceremony> shown(const Sight& sight) const;
    /// What was done last may be the beginning of it: only kings and pieces in the centre have left their
    /// squares.
    bool may_have_begun(const Sight& sight, GameMs t_ms) const;

  private:
    /// What hands did on a square; flickers are none of it.
    struct Traffic {
        GameMs came_ms{};
        GameMs left_ms{};
        Seen piece; // the one that left last
    };
    /// A lift.
    struct Beginning {
        GameMs t_ms{};
        Square square;
        std::int64_t stood_ms;
        std::shared_ptr<const Readings> before;
    };
    Traffic& at(Square square) { return traffic_[static_cast<std::size_t>(index(square))]; }
    const Traffic& at(Square square) const { return traffic_[static_cast<std::size_t>(index(square))]; }
    chess::Bitboard came_since(chess::Bitboard squares, GameMs t_ms) const;
    /// When the king was first lifted from there since `began_ms`; others may have passed there since.
    std::optional<GameMs> left(Square king, GameMs began_ms) const;
    /// So many moves have surely been completed without a lever, also one by a king to the centre.
    int plies_completed() const;
    /// Another piece than the kings, and than what `position` has there, came to the centre and left it.
    bool other_piece_set(const chess::Position& position, GameMs since_ms) const;
    bool came_after(chess::Bitboard set, std::array<GameMs, 2> lifted_ms) const;
    /// What it costs to believe that it began then.
    int cost_of_touches(const Reading& game, GameMs began_ms) const;
    std::optional<chess::Result> told_after(const chess::Position& position, GameMs began_ms,
                                            const Sight& sight) const;

    std::array<Traffic, 64> traffic_;
    std::vector<Beginning> beginnings_;
};

} // namespace adoube::umpire
