#pragma once
// Which of a game's checkpoints an evidence file shows.

#include "daemon/tlog/checkpoint.hpp"

#include <vector>

namespace adoube::evidence {

/// The size of its tree. `note` must be a checkpoint.
std::uint64_t size_of(const tlog::Note& note);

/// Merges the signatures of equal notes. A note has one per key: the first stays.
void keep(std::vector<tlog::Note>& notes, tlog::Note note);

/// An extract shows only checkpoints that add to its own signature: each co-signer's first that covers all of
/// it, else the last. `notes` are sorted by size.
std::vector<tlog::Note> shown_in_extract(const std::vector<tlog::Note>& notes, std::uint64_t end_input);

} // namespace adoube::evidence
