#pragma once
// How the board stands before the players (Articles 2.1, 7.2.2). A turned board names its squares wrongly;
// inputs are turned back on entry, so nothing behind need know.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

enum class Turn : std::uint8_t { none, half, quarter, three_quarters }; // to turn the board's reports back
inline constexpr Turn every_turn[] = {Turn::none, Turn::half, Turn::quarter, Turn::three_quarters};

/// Until it is known, nothing is reported about touched squares; if the start is right in another
/// orientation, time alone reports no wrong start.
enum class Orientation : std::uint8_t { open, right_otherwise, known };

Square turned(Square square, Turn turn);
/// As a correctly placed board would have reported it.
Input turned(Input input, Turn turn);

/// How well one orientation explains the log; nobody states the orientation.
struct Evidence {
    /// Squares unlike the start; empty before the first whole report and after the first move.
    std::optional<int> start_wrong;
    bool start_shown() const { return start_wrong == 0; }
    /// The start was reported as wrong: what is overlooked explains anything.
    bool began_wrong = false;
    /// In the likeliest reading; `pressed`: a press completed the last.
    std::size_t moves = 0;
    bool pressed = false;
    bool explained = true;
    /// Explained, but for the pieces of a move in hand.
    bool in_step = true;
    int cost = 0; // of the likeliest reading
    /// From squares that should have been empty.
    int lifts_of_nothing = 0;
};

/// A turned board explains what an upright one cannot. `begins`: a press has ended the setting up.
bool is_turned(const Evidence& as_it_is, const Evidence& turned, bool begins);
/// So placed, the game began from the right position.
bool is_right_start(const Evidence& evidence);
/// The first moves fit this orientation.
bool is_settled(const Evidence& evidence);

/// Article 7.2.2, before ply `ply`; shown by the inputs from `first` to `last`.
Incident board_rotated(const Reading& reading, Turn turn, int ply, Moment first, Moment last);

} // namespace adoube::umpire
