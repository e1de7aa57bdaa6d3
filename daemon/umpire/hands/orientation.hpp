#pragma once
// How the board stands before the players (Articles 2.1, 7.2.2). A board that was put down turned names its
// squares wrongly; turned back at the door, nothing behind it need know.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

/// By how much its reports are to be turned back.
enum class Turn : std::uint8_t { none, half, quarter, three_quarters };
inline constexpr Turn every_turn[] = {Turn::none, Turn::half, Turn::quarter, Turn::three_quarters};

/// Whether it is known how the board stands. While it is open nothing is told of what the squares of a touch
/// mean, and time alone tells of no wrong start where it would be right on a board that stands otherwise.
enum class Orientation : std::uint8_t { open, right_otherwise, known };

Square turned(Square square, Turn turn);
/// The input as a board that stands right would have reported it.
Input turned(Input input, Turn turn);

/// What the log is worth, should the board stand in one certain way. Nobody has to tell the umpire how it
/// does: the start position or the first moves show it.
struct Evidence {
    /// So many squares are not as at the start; empty before the board was reported whole, and after the
    /// first move.
    std::optional<int> start_wrong;
    bool start_shown() const { return start_wrong == 0; }
    /// The game began from a position that was told to be wrong: what is overlooked since explains anything.
    bool began_wrong = false;
    /// Moves of the likeliest reading, and whether a press completed the last of them.
    std::size_t moves = 0;
    bool pressed = false;
    /// The board is as the likeliest reading has it.
    bool explained = true;
    /// Or as it has it but for the pieces of a move in hand.
    bool in_step = true;
    /// What the likeliest reading asks one to believe.
    int cost = 0;
    /// So often a piece left a square that should have been empty.
    int lifts_of_nothing = 0;
};

/// A turned board explains what one that stands right cannot. `begins`: the clock was pressed, so the pieces
/// are not being set up any more.
bool is_turned(const Evidence& as_it_is, const Evidence& turned, bool begins);
/// Should the board stand like this, its moves began from the right position.
bool is_right_start(const Evidence& evidence);
/// The first moves are those of a board that stands like this.
bool is_settled(const Evidence& evidence);

/// Article 7.2.2. Before ply `ply` of the game of `reading`; shown by the inputs from `first` to `last`.
Incident board_rotated(const Reading& reading, Turn turn, int ply, Moment first, Moment last);

} // namespace adoube::umpire
