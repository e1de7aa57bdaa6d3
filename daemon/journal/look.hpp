#pragma once
// Reads a journal's present state while its daemon writes. Errors are one sentence.

#include "daemon/journal/contents.hpp"

#include <expected>
#include <filesystem>

namespace adoube::journal {

std::expected<Overview, std::string> look_over(const std::filesystem::path& journal);

/// Armed, the last at their places, and not begun: no input of them is kept, and `created_utc_ms` is when
/// they were armed.
std::expected<std::vector<GameEntry>, std::string> not_begun(const std::filesystem::path& journal);

/// Per kept game the largest ones, in the order of opening.
std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints(const std::filesystem::path& journal);
/// By size; empty if the game is not kept.
std::expected<std::vector<Checkpoint>, std::string> checkpoints_of(const std::filesystem::path& journal,
                                                                   const std::string& game_id);

/// Whether a daemon could open or make it; leaves nothing behind. The error is what the daemon would exit
/// with.
std::expected<void, std::string> check_can_be_opened(const std::filesystem::path& journal);

/// One sentence, with contents and remedy, per file beside it in which a daemon went on when this one was
/// deleted or replaced, and per log whose journal is gone or was at a start.
std::vector<std::string> kept_beside(const std::filesystem::path& journal);

bool is_in_use(const std::filesystem::path& journal);

/// Its inputs from number `first` on (1 = the first of the game), without checkpoints; empty if there is no
/// such game. The error may be that it was deleted.
std::expected<std::optional<WholeGame>, std::string>
read_game_from(const std::filesystem::path& journal, const std::string& game_id, std::uint64_t first);

/// The error names the journal's first games, or tells when and why this one was deleted.
std::expected<WholeGame, std::string> read_game(const std::filesystem::path& journal,
                                                const std::string& game_id);

} // namespace adoube::journal
