#pragma once
// What is not safe about a board, and what would be.

#include "tools/adoube/design/verdict.hpp"

#include <optional>
#include <string>

namespace adoube::tools::design {

/// What is not safe, and why; nothing where all is safe.
std::optional<std::string> complaint(const Board& board, const Verdict& verdict);

/// What makes a board with a complaint better, by its cause.
std::string advice(const Board& board, const Verdict& verdict, bool another_gap_may_help = true);

/// Both, in one sentence; nothing where all is safe.
std::optional<std::string> objection(const Board& board, const Verdict& verdict);

/// Whether gap or sensor have to do with the complaint.
bool may_be_safe_instead(const Board& board, const Verdict& verdict);
/// The same board with another gap, or with a finer sensor, that is safe by as many placements.
std::optional<Board> safe_instead(const Board& board, std::uint32_t placements, std::uint64_t seed,
                                  const Steps& told = {});

} // namespace adoube::tools::design
