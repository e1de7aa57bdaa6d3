#pragma once
// Puts a played game before the umpire and says what it got wrong.

#include "tests/replay/contract_hands.hpp"

#include "daemon/umpire/game/umpire.hpp"

#include <string>

namespace adoube::replay {

umpire::Umpire replayed(const record::Header& header, std::span<const record::Input> inputs);

struct Verdict {
    std::size_t moves, moves_right; // of the truth; in the same order
    bool same_moves, same_result;
    /// Of the times left after moves; counted where the moves are the same.
    std::size_t times, times_right;
    bool right() const { return same_moves && same_result; }
};

Verdict judge(const PlayedGame& played, const umpire::GameRecord& record);

/// For the umpire's author: the first ply that differs, and the lines of the log around it.
std::string explain(const PlayedGame& played, const umpire::GameRecord& record);

} // namespace adoube::replay
