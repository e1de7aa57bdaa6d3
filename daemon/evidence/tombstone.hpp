#pragma once
// What stays of a game when its record is deleted: enough to tell whether what somebody shows of it later is
// that record, and not enough to find out what stood in it.
//
// The game's secret goes, and without it nobody can find out what a root is of. Of a game that had none:
// whoever knows the event could try every name until a hash fits. So no hash of a leaf or of a small tree
// stays, and of two trees that differ by a few leaves only one: but the root of a whole tree, with so many
// inputs of a board that nobody who has not the record can guess their times.

#include "daemon/record/game_entry.hpp"

#include <span>

namespace adoube::evidence {

/// The time of each is known to others to a second perhaps, and stands there to a thousandth.
inline constexpr std::uint64_t inputs_nobody_guesses = 16;

/// `why`: a phrase; by whom, or by which rule. `checkpoints` are by size.
record::DeleteGame deletion_of(const record::GameEntry& game, std::span<const record::Entry> inputs,
                               std::span<const record::Checkpoint> checkpoints, UtcMs utc_ms,
                               std::string why);

} // namespace adoube::evidence
