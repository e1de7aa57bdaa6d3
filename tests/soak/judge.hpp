#pragma once
// What the daemon has left behind, held against what was played.

#include "board.hpp"
#include "faults.hpp"
#include "hands.hpp"
#include "viewer.hpp"

#include <filesystem>

namespace adoube::soak {

/// The files of the games: each that was begun is there and right, and no other. Called once right is the
/// word for all of them, or it is too late for that.
bool pgn_is_right(const std::filesystem::path& folder, const Expected& expected);
void check_pgn(const std::filesystem::path& folder, const std::vector<const Expected*>& all, Faults& faults);

/// The display shows this game as it was played.
bool is_shown_right(const Viewer& display, const Expected& expected);

/// While no daemon runs: every event that a board was told to forget is in the journal, in its order, once,
/// and none that no board has told.
void check_journal(const std::filesystem::path& journal, const std::vector<const Board*>& boards,
                   Faults& faults);

/// The game's evidence is exported, verifies with the hall's key, and tells the same game.
void check_evidence(const std::filesystem::path& journal, const std::filesystem::path& key,
                    const Expected& expected, Faults& faults);

} // namespace adoube::soak
