#pragma once
// Legal games by chance that seek what is rare: captures, castling, en passant, promotion, check, mate.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"

#include "daemon/record/input.hpp"

namespace adoube::replay {

/// The normal start, one of Chess960, or one with pawns near promotion, as the knobs say.
chess::Position start_position(const Knobs& knobs, Dice& dice);

/// 20 to 150 plies, fewer where the game ends by itself. Holds nothing that sensors of that kind cannot know:
/// no castling that leaves the board as another move would, or as it was; and an underpromotion only where
/// the knobs ask for it.
chess::Game random_game(const Knobs& knobs, record::Sensing sensing, Dice& dice);

/// Whether two positions look the same to sensors of that kind.
bool look_alike(const chess::Position& a, const chess::Position& b, record::Sensing sensing);

/// Kings with one knight, or with bishops of one colour of squares: nobody can mate (5.2.2).
bool is_dead(const chess::Position& position);

/// `move` is legal; it castles with a square of the king or the rook under the other's.
bool castling_overlaps(chess::Move move);

} // namespace adoube::replay
