#pragma once
// One game at one board, and what happens around its moves.

#include "tests/replay/hands.hpp"
#include "tests/replay/referee.hpp"

namespace adoube::replay {

struct Scene {
    /// `header` outlives it.
    Scene(const Table& rules, const record::Header& header, const Position& start,
          const Placement& first_board, std::uint64_t seed)
        : table(rules), time(first_board), dice(seed), hands(table, time, dice),
          referee(header, start, time) {}
    Scene(const Scene&) = delete;

    const Knobs& knobs() const { return table.knobs; }

    Table table;
    Timeline time;
    Dice dice;
    Hands hands;
    Referee referee;
};

// before_game.cpp

/// On a board not yet set up.
Placement leftovers(const chess::Game& game, Dice& dice);
/// In any order, until the board shows `target`.
void arrange(Scene& scene, const Placement& target);
void set_up(Scene& scene, const Position& start);

// around_moves.cpp

/// What the player does before the move that counts. Returns where its piece then stands, if elsewhere.
std::optional<Square> fidget(Scene& scene, const Position& before, Move move);
void knock_over(Scene& scene);
/// The arbiter stops the game; the board is right when it goes on.
void interrupt(Scene& scene);

// wrong_presses.cpp

/// Another piece's legal move, to mend an illegal one.
std::optional<Move> mend_with_another(Scene& scene, const Position& before, Move move);
/// The pawn is left, or off, at the press; false: not with this promotion.
bool press_without_promotion(Scene& scene, const Position& before, Move move);
/// `move` stands; other pieces are off at the press, then set up again.
bool press_with_displaced_pieces(Scene& scene, const Position& before, Move move);

// arbiter_at_board.cpp

/// Makes moves and takes them back.
void take_back(Scene& scene, const Position& before);
void make_for_player(Scene& scene, const Position& before, Move move);
/// Pieces are off after a gap, then set up again.
bool fall_out_of_step(Scene& scene);

// after_game.cpp

/// Perhaps ends the game, and what follows; returns the result.
chess::Result finish(Scene& scene, const chess::Game& game);

} // namespace adoube::replay
