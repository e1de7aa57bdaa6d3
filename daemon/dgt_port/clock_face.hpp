#pragma once
// The game's clocks as a DGT board tells them of the clock beside it. White sits on the left.

#include "daemon/chess/types.hpp"

namespace adoube::dgt_port {

struct Clocks {
    int white_s = 0, black_s = 0; // left, as a display shows them: 0 only when it is over
    std::optional<chess::Side> running;
    /// The opponent has pressed last: the lever is up on this side.
    chess::Side to_move = chess::Side::white;
    friend bool operator==(const Clocks&, const Clocks&) = default;
};

/// What follows the header of its message. A time of ten hours or more reads 9:59:59, all that has room.
using ClockData = std::array<std::uint8_t, 7>;

/// Empty: no clock is kept.
ClockData clock_data(const std::optional<Clocks>& clocks);
/// That the clock has obeyed a command.
ClockData acknowledgement_of(std::uint8_t clock_command);

/// Hours, minutes and seconds in BCD.
std::array<std::uint8_t, 3> bcd_time(int time_s);

} // namespace adoube::dgt_port
