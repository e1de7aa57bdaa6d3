#pragma once
// Says what the umpire got wrong in a played game.

#include "tests/replay/contract_hands.hpp"

#include "daemon/umpire/game/umpire.hpp"

#include <string>

namespace adoube::replay {

umpire::Umpire replayed(const record::Header& header, std::span<const record::Input> inputs);

struct Verdict {
    std::size_t moves, moves_right; // of the truth; in the same order
    bool same_moves, same_result;
    /// Of the times left; counted if the moves are the same.
    std::size_t times, times_right;
    bool right() const { return same_moves && same_result; }
};

Verdict judge(const PlayedGame& played, const umpire::GameRecord& record);

/// The first ply that differs, with the log around it.
std::string explain(const PlayedGame& played, const umpire::GameRecord& record);

} // namespace adoube::replay
