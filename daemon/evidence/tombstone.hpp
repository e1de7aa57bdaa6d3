#pragma once
// What remains of a deleted game: enough to recognise its record later, not to reconstruct it.
//
// Without the game's deleted secret nobody can guess what a root stands for. In a game that had none, anybody
// who knows the event could try names until a hash fits. So no hash of a leaf or small tree remains, and of
// two trees that differ by a few leaves only one root: that of a tree with so many board inputs that nobody
// without the record can guess their times.

#include "daemon/record/game_entry.hpp"

#include <span>

namespace adoube::evidence {

/// Others may know each input's time to a second; the record has milliseconds.
inline constexpr std::uint64_t inputs_nobody_guesses = 16;

/// `why`: by whom, or by which rule. `checkpoints` are sorted by size.
record::DeleteGame deletion_of(const record::GameEntry& game, std::span<const record::Entry> inputs,
                               std::span<const record::Checkpoint> checkpoints, UtcMs utc_ms,
                               std::string why);

} // namespace adoube::evidence
