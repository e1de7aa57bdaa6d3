#pragma once
// A journal as it is at this moment, while its daemon goes on writing.

#include "daemon/journal/contents.hpp"

#include <expected>
#include <filesystem>

namespace adoube::journal {

/// The error is one sentence, as it is for `read_game`.
std::expected<Overview, std::string> look_over(const std::filesystem::path& journal);

/// Of each game that is kept those of the largest size, in the order in which the games were opened. The
/// error is one sentence.
std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints(const std::filesystem::path& journal);
/// Of a game that is kept, by size; empty where there is none. The error is one sentence.
std::expected<std::vector<Checkpoint>, std::string> checkpoints_of(const std::filesystem::path& journal,
                                                                   const std::string& game_id);

/// Whether a daemon could open it, or make it. Makes nothing for good. The error is the sentence that the
/// daemon would end with.
std::expected<void, std::string> check_can_be_opened(const std::filesystem::path& journal);

/// Of each file beside it in which a daemon went on when this one was deleted or replaced under it, and of
/// each log whose journal was gone at a start, or is gone now: one sentence that names it, and says what it
/// holds and what to do.
std::vector<std::string> kept_beside(const std::filesystem::path& journal);

/// True while a daemon has it.
bool is_in_use(const std::filesystem::path& journal);

/// The error is one sentence; it names the games of the journal where this one is not among them, and says
/// when and why it was deleted.
std::expected<WholeGame, std::string> read_game(const std::filesystem::path& journal,
                                                const std::string& game_id);

} // namespace adoube::journal
