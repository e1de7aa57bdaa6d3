#pragma once
// Finds in a record where the host's wall clock was set during a game: each board input has its host reading
// time and the board's own time, which is never set. Late reading, drift and NTP slewing are no jumps.

#include "daemon/record/game_entry.hpp"

#include <span>
#include <vector>

namespace adoube::evidence {

struct ClockJump {
    std::uint64_t input = 1; // the first read by the new clock; 1 = the first input
    std::int64_t by_ms = 0;  // negative: set back
    friend bool operator==(const ClockJump&, const ClockJump&) = default;
};

/// Misses a jump undone within 15 s, or made while the board was off.
std::vector<ClockJump> clock_jumps(std::span<const record::Entry> inputs, std::uint64_t first_input = 1);

std::string to_sentence(const ClockJump& jump);

} // namespace adoube::evidence
