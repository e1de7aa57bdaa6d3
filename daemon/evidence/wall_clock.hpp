#pragma once
// When the wall clock of the host was set in the middle of a game, as its record shows it: each input of a
// board has the time at which it was read there, and the board's own, which is never set. That what a board
// tells is read late, that clocks drift, and that NTP slews the host's, is no jump.

#include "daemon/record/game_entry.hpp"

#include <span>
#include <vector>

namespace adoube::evidence {

struct ClockJump {
    std::uint64_t input = 1; // the first that was read by the new clock; 1 = the first input
    std::int64_t by_ms = 0;  // set back where it is less than 0
    friend bool operator==(const ClockJump&, const ClockJump&) = default;
};

/// In the order of the record. A jump that was undone within 15 s, or while the board was off, is not seen.
std::vector<ClockJump> clock_jumps(std::span<const record::Entry> inputs, std::uint64_t first_input = 1);

/// "the wall clock of the host was set back by 3600.0 s"
std::string to_sentence(const ClockJump& jump);

} // namespace adoube::evidence
