#pragma once
// Compares what the daemon left behind with what was played.

#include "board.hpp"
#include "faults.hpp"
#include "hands.hpp"
#include "viewer.hpp"

#include <filesystem>

namespace adoube::soak {

/// What is wrong in the PGN of a game, to follow its name; empty if nothing is.
std::string wrong_in_pgn(const std::string& text, const Expected& expected);

/// Every begun game has a correct PGN file, and there is no other than those of `may`. check_pgn is for when
/// all are right, or time is up.
bool pgn_is_right(const std::filesystem::path& folder, const Expected& expected);
void check_pgn(const std::filesystem::path& folder, const std::vector<const Expected*>& all,
               const std::vector<Expected>& may, Faults& faults);

bool is_shown_right(const Viewer& display, const Expected& expected);

/// With the daemon stopped: every acknowledged event is in the journal once, in order, and nothing that no
/// board sent.
/// Games that were `before` the boards are passed over.
void check_journal(const std::filesystem::path& journal, const std::vector<const Board*>& boards,
                   const std::vector<Expected>& before, Faults& faults);

/// Its export verifies with the hall's key and tells the same game.
void check_evidence(const std::filesystem::path& journal, const std::filesystem::path& key,
                    const Expected& expected, Faults& faults);

} // namespace adoube::soak
