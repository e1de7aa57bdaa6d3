#pragma once
// What hands and sensors may do beside playing plain moves: one probability for each habit, all zero for a
// board that reports nothing but moves. The bounds are those of the contract's table "How long things last".

#include <span>
#include <string_view>

namespace adoube::replay {

struct Knobs {
    // Hands, by opportunity.
    double orders = 0;        // steps of captures, castling, promotion in any order that the Laws allow
    double pauses = 0;        // seconds between two steps, a piece held in the hand
    double slide = 0;         // a piece reported on squares on its way, each below 300 ms
    double bounce = 0;        // lifted again within 500 ms of its drop and put back, before the press
    double blitz = 0;         // replies within a few tenths of a second
    double late_exchange = 0; // the pawn is exchanged for the new piece after the press
    double underpromotion = 0;
    double castling_overlap = 0; // Chess960 castling on squares of one another, seen by occupancy only
    double hover = 0;            // touched for 400 ms or longer and put back, then moved
    double adjust = 0;           // announced, then several pieces lifted and put back
    double corrected = 0;        // left for a second on a square that is no legal move, before the press
    double knocked = 0;          // pieces knocked over and put back before the press

    // Breaches in which the completed move stands.
    double touch_breach = 0; // another own piece touched first
    double touch_enemy = 0;  // a piece of the other side lifted and put back (by whomsoever)
    double released = 0;     // released for a second as a legal move and then moved on (4.7)
    double rook_first = 0;   // castling with the rook touched first (4.4.2)
    double illegal = 0;      // an illegal move pressed, then put right
    double mended = 0;       // put right with another piece than the one first moved
    double touches = 0; // several pieces touched, of both sides, kings and rooks above all; some announced

    // Presses that find the board wrong.
    double promotion_missing = 0;
    double displaced = 0; // pieces knocked over, and put back after the press

    // The lever.
    double forgotten_press = 0;
    double late_press = 0; // forgotten, then pressed when the reply has begun or was made
    double double_press = 0;
    double empty_press = 0; // by the player having the move, with nothing made
    double start_press = 0; // Black starts White's clock
    double no_lever = 0;    // by game

    // Sensors and the board.
    double flicker = 0;    // by event: an occupied square reported empty for less than 120 ms
    double exchange = 0;   // the lift of the captured piece is missed
    double early_drop = 0; // the new square reported up to 250 ms before the old one is reported empty
    double snapshots = 0;  // by ply
    double start_snapshot = 0;
    double clock_readings = 0; // by ply
    double gap = 0;            // by ply: up to two moves lost
    double mask = 0;           // by ply: a sensor is not to be trusted for a while
    double new_board = 0;      // by ply
    double out_of_step = 0;    // by ply: pieces are off after a gap, and set up again
    double take_back = 0;      // by ply: another move is made, and the arbiter takes it back
    double arbiter_move = 0;   // by ply: the arbiter makes the move
    double ambiguous = 0;      // by capture: no sensor tells which (presence); the log ends
    double pause = 0;          // by ply: the arbiter stops the game, pieces are moved and put back
    double rotated = 0;        // by game: by 90, 180 or 270 degrees

    // The game.
    double unsupervised = 0; // by game: rapid or blitz without an arbiter
    double chess960 = 0;
    double start_position = 0; // from a FEN with pawns near promotion
    double setup = 0;          // pieces set up before the first move
    double offers = 0;         // draw offers that are declined
    double offers_any_time = 0;
    double short_time = 0; // by game: minutes, so that flags fall
    double flag_said = 0;
    double repeat = 0;    // by ply: pieces go to and fro until the position has stood three times
    double fifty = 0;     // by game: no pawn moved and nothing taken for fifty moves
    double seek_end = 0;  // mate or stalemate is played where there is one
    double seek_dead = 0; // played on until nobody can mate

    // How it ends, where it has not ended by itself; else the log just stops.
    double kings_centre = 0;
    double resign = 0;
    double agreement = 0;
    double arbiter_result = 0;
    double aftermath = 0; // kings in the centre, clearing, setting up, presses after the end
};

struct NamedKnob {
    std::string_view name;
    void (*turn)(Knobs&);
};

/// Each habit by itself, often enough that a hundred games show it in every form; and "human".
std::span<const NamedKnob> all_knobs();
/// Throws std::out_of_range for a name that is none.
Knobs knobs_of(std::string_view name);

} // namespace adoube::replay
