#pragma once
// The kings in the centre: how players tell the board the result. No game shows adjacent kings, so the board
// at rest is compared with the game before each lift since the last press, apart from the kings and pieces
// removed from the centre.

#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/readings.hpp"

#include <memory>
#include <span>

namespace adoube::umpire {

class CentreKings {
  public:
    CentreKings();

    /// Call both before the readings.
    void lift(Square square, GameMs t_ms, const Readings& before);
    void drop(Square square, const Seen& piece, GameMs t_ms);
    /// After lost inputs: changes since `before` date from `now`; moves of the game may have come before
    /// them.
    void show(const Sight& board, Moment now, const Readings& before);
    /// A press or an arbiter's word: earlier lifts belong to the game.
    void forget();
    /// A move of the game was made then.
    void forget(GameMs until_ms);

    /// The piece promoted in `game`, which begins with `first_ply`, was `piece` all along.
    void promoted(const chess::Game& game, int first_ply, Square square, chess::PieceType piece);

    struct Ceremony {
        chess::Result result;
        chess::Bitboard kings; // where they stand
        /// The game it ends, with its last move.
        Reading game;
        GameMs began_ms{};
        /// A king that went to the centre as if by a move, which `game` lacks, or may only be passing; it may
        /// yet be set elsewhere there.
        chess::Bitboard moved;
        /// A piece has come down in the centre since, perhaps that king.
        bool seen_ahead = false;
    };
    /// The result, if the kings stay.
    std::optional<Ceremony> shown(const Sight& sight) const;
    /// False: there is none.
    bool may_be_set(const Sight& sight) const { return std::popcount(set_lately(sight)) >= 2; }
    /// Those of `squares` where a piece came down by then or later.
    chess::Bitboard came_since(chess::Bitboard squares, GameMs t_ms) const;
    /// Only kings and pieces in the centre have left their squares.
    bool may_have_begun(const Sight& sight, GameMs t_ms) const;

  private:
    /// Per square, flickers aside.
    struct Traffic {
        GameMs came_ms{};
        GameMs left_ms{};
        Seen piece; // the one that left last
    };
    struct Beginning {
        GameMs t_ms{};
        Square square;
        std::int64_t stood_ms;
        std::shared_ptr<const Readings> before;
    };
    Traffic& at(Square square) { return traffic_[static_cast<std::size_t>(index(square))]; }
    const Traffic& at(Square square) const { return traffic_[static_cast<std::size_t>(index(square))]; }
    /// The king's first lift there since `began_ms`; others may have passed since.
    std::optional<GameMs> left(Square king, GameMs began_ms) const;
    /// Of the centre, since the first beginning.
    chess::Bitboard set_lately(const Sight& sight) const;
    /// Surely completed without a lever, king moves to the centre included.
    int plies_completed() const;
    /// A piece that is neither a king nor stood there in `position` came to the centre and left.
    bool other_piece_set(const chess::Position& position, GameMs since_ms) const;
    bool came_after(chess::Bitboard set, std::array<GameMs, 2> lifted_ms) const;
    int cost_of_touches(const Reading& game, GameMs began_ms) const;
    int cost_of_lost_moves(const Reading& game) const;
    std::optional<chess::Result> told_after(const chess::Position& position, GameMs began_ms,
                                            const Sight& sight) const;

    std::array<Traffic, 64> traffic_;
    std::vector<Beginning> beginnings_;
};

/// Both kings were set in the centre while inputs were lost, and perhaps moves made before: the game that the
/// rest of the board shows, if it is one of `before` with one shortest series of lost moves.
std::optional<CentreKings::Ceremony> set_in_gap(const Sight& sight, std::span<const Reading> before,
                                                Moment now);

} // namespace adoube::umpire
