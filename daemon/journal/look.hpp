#pragma once
// One game of a journal as it is at this moment, while its daemon goes on writing.

#include "daemon/journal/record.hpp"

#include <expected>
#include <filesystem>
#include <vector>

namespace adoube::journal {

struct WholeGame {
    GameEntry game;
    std::vector<Entry> inputs;
    std::vector<Checkpoint> checkpoints; // by size
};

/// The error is one sentence; it names the games of the journal where this one is not among them.
std::expected<WholeGame, std::string> look(const std::filesystem::path& journal, const std::string& game_id);

} // namespace adoube::journal
