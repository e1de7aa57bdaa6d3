#pragma once
// Random legal games that seek what is rare: captures, castling, en passant, promotion, check, mate.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"

#include "daemon/record/input.hpp"

namespace adoube::replay {

/// Normal, Chess960, or with pawns near promotion, as the knobs say.
chess::Position start_position(const Knobs& knobs, Dice& dice);

/// 20 to 150 plies (600 to seek a dead position), fewer if the game ends. Only what these sensors can know:
/// no castling that looks like another move or none; underpromotion only if the knobs ask for it.
chess::Game random_game(const Knobs& knobs, record::Sensing sensing, Dice& dice);

bool look_alike(const chess::Position& a, const chess::Position& b, record::Sensing sensing);

/// Kings with at most one knight, or with bishops on one colour: nobody can mate (5.2.2).
bool is_dead(const chess::Position& position);

/// `move` is legal, and castles onto a square of the king or rook.
bool castling_overlaps(chess::Move move);

} // namespace adoube::replay
