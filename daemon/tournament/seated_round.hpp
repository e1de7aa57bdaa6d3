#pragma once
// A round from files, with a board for each game, and what is doubtful about it. Nothing is armed.

#include "daemon/tournament/doubts.hpp"
#include "daemon/tournament/pairing_file.hpp"

#include <functional>

namespace adoube::tournament {

struct RoundFiles {
    RoundFile pairings;
    std::optional<RoundFile> boards; // another list, which has the boards
    std::optional<int> round;        // empty: the last one in the file
};

/// Says a line to the daemon, and returns its answer, or the sentence with which it refuses. Null: there is
/// no daemon.
using TellDaemon = std::function<std::expected<std::string, std::string>(const std::string& line)>;

struct SeatedRound {
    RoundPairings round; // by board
    Doubts of_boards;
};

/// Boards as the file has them, else as the list has them; else games stay where the daemon has them, and
/// others come to the first free boards, as proposed. The error is one sentence.
std::expected<SeatedRound, std::string> seat_round(const RoundFiles& files, const TellDaemon& tell);

/// All that is doubtful; `tables` as for doubts_of.
Doubts doubts_of(const SeatedRound& seated, const std::set<int>& tables);

} // namespace adoube::tournament
