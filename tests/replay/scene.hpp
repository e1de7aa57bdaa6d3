#pragma once
// One game at one board while it is being played, and what happens around its moves.

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

/// What may stand on a board that nobody has set up yet.
Placement leftovers(const chess::Game& game, Dice& dice);
/// Pieces are lifted, moved and put down, in any order, until the board shows `target`.
void arrange(Scene& scene, const Placement& target);
void set_up(Scene& scene, const Position& start);

// around_moves.cpp

/// What the player having the move does before the move that counts. The square on which the piece that will
/// move stands afterwards, where that is not its own.
std::optional<Square> fidget(Scene& scene, const Position& before, Move move);
void knock_over(Scene& scene);
/// The arbiter stops the game, and the board is right again when it goes on.
void interrupt(Scene& scene);

// wrong_presses.cpp

/// A legal move of another piece, with which an illegal one could be mended.
std::optional<Move> mend_with_another(Scene& scene, const Position& before, Move move);
/// The pawn is left, or off, when its player presses; false: not with this promotion.
bool press_without_promotion(Scene& scene, const Position& before, Move move);
/// `move` stands; other pieces are off when its player presses, and then set up again.
bool press_with_displaced_pieces(Scene& scene, const Position& before, Move move);

// arbiter_at_board.cpp

/// Moves are made, and taken back.
void take_back(Scene& scene, const Position& before);
void make_for_player(Scene& scene, const Position& before, Move move);
/// After a gap pieces are off; they are set up again.
bool fall_out_of_step(Scene& scene);

// after_game.cpp

/// Whatever ends the game, or nothing; and what happens on the board afterwards. The result.
chess::Result finish(Scene& scene, const chess::Game& game);

} // namespace adoube::replay
