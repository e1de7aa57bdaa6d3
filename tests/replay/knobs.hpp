#pragma once
// The probability of each habit of hands and sensors; all zero: nothing but plain moves. Bounds are those of
// the contract's table "How long things last".

#include <span>
#include <string_view>

namespace adoube::replay {

struct Knobs {
    // Hands, by opportunity.
    double orders = 0;        // captures, castling, promotion in any legal order
    double pauses = 0;        // seconds between two steps, piece in hand
    double slide = 0;         // on squares on its way, each below 300 ms
    double bounce = 0;        // lifted within 500 ms of its drop, before the press
    double blitz = 0;         // replies within tenths of a second
    double late_exchange = 0; // pawn exchanged after the press
    double underpromotion = 0;
    double castling_overlap = 0; // onto each other's squares (Chess960), unless pieces are known
    double hover = 0;            // touched 400 ms or longer, then moved
    double adjust = 0;           // announced, then several pieces touched
    double corrected = 0;        // a second on an illegal square, before the press
    double knocked = 0;          // pieces knocked over and put back before the press

    // Breaches after which the move stands.
    double touch_breach = 0; // another own piece touched first
    double touch_enemy = 0;  // an enemy piece touched, by anyone
    double released = 0;     // released for a second as a legal move, then moved on (4.7)
    double rook_first = 0;   // the rook touched first (4.4.2)
    double illegal = 0;      // pressed, then put right
    double mended = 0;       // put right with another piece
    double touches = 0;      // several pieces of both sides, mostly kings and rooks; some announced

    // Presses on a wrong board.
    double promotion_missing = 0;
    double displaced = 0; // knocked over, put back after the press

    // The lever.
    double forgotten_press = 0;
    double late_press = 0; // once the reply has begun or was made
    double double_press = 0;
    double empty_press = 0; // by the player to move, nothing made
    double start_press = 0; // Black starts White's clock
    double no_lever = 0;    // by game

    // Sensors and the board.
    double flicker = 0;    // by event: an occupied square empty for less than 120 ms
    double exchange = 0;   // the captured piece's lift is missed
    double early_drop = 0; // the drop up to 250 ms before the lift
    double snapshots = 0;  // by ply
    double start_snapshot = 0;
    double clock_readings = 0; // by ply
    double gap = 0;            // by ply: up to two moves lost
    double mask = 0;           // by ply: a sensor not trusted for a while
    double new_board = 0;      // by ply
    double out_of_step = 0;    // by ply: pieces off after a gap, then set up
    double take_back = 0;      // by ply: another move, taken back
    double arbiter_move = 0;   // by ply: the arbiter moves
    double ambiguous = 0;      // by capture: no sensor tells which (presence); the log ends
    double pause = 0;          // by ply: stopped; pieces move and return
    double rotated = 0;        // by game: 90, 180 or 270 degrees

    // The game.
    double unsupervised = 0; // by game: rapid or blitz without an arbiter
    double chess960 = 0;
    double start_position = 0; // FEN with pawns near promotion
    double setup = 0;          // before the first move
    double offers = 0;         // draw offers, declined
    double offers_any_time = 0;
    double short_time = 0; // by game: minutes, so that flags fall
    double flag_said = 0;
    double repeat = 0;    // by ply: to and fro until a threefold repetition
    double fifty = 0;     // by game: fifty moves without pawn or capture
    double seek_end = 0;  // mate or stalemate where possible
    double seek_dead = 0; // until nobody can mate

    // Ends of a game not over by itself; else the log just stops.
    double kings_centre = 0;
    double resign = 0;
    double agreement = 0;
    double arbiter_result = 0;
    double aftermath = 0; // kings in the centre, clearing, setting up, presses
};

struct NamedKnob {
    std::string_view name;
    void (*turn)(Knobs&);
};

/// Each habit alone, so often that a hundred games show every form; and "human".
std::span<const NamedKnob> all_knobs();
/// Throws std::out_of_range for an unknown name.
Knobs knobs_of(std::string_view name);

} // namespace adoube::replay
