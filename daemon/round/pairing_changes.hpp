#pragma once
// What a list of pairings changes in a hall, in words: told before it is armed, and as it is armed.

#include "daemon/round/seating.hpp"

namespace adoube::round {

struct PairingChanges {
    struct Change {
        std::size_t table;    // where the game is from now on
        std::string sentence; // "board 5: Ann Adams - Ben Baker, moved from board 3"
        bool is_new = false;  // and nothing was touched before
    };
    std::vector<Change> changes; // by board
    std::string counted;         // "50 games: 2 moved, 1 renamed, 47 unchanged"

    /// The count, then a line for each change; none for new games where all are new.
    std::string told() const;
};

PairingChanges pairing_changes(std::span<const Sitting> tables, std::span<const Wanted> wanted,
                               std::span<const Assignment> seats);

} // namespace adoube::round
