#pragma once
// What a journal is known to have held and holds no more: its -wal file was cut, damaged or taken away, an
// older copy was put in its place, its disk had not kept what it said it had. It is told until somebody has
// seen to it: it stands in a file beside the journal (hall.journal-lost), which he then deletes.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace adoube::journal {

struct Lost {
    enum class What : std::uint8_t {
        inputs,  // of a game: the last of them, or all
        content, // of a game: what is there is not what was there
        records, // others: of games that ended long ago, or what was armed, held, deleted, signed, shown
        mark, // nobody can tell what: the journal was in use when it was last written, and its mark is gone
    };
    What what = What::inputs;
    std::string game_id{};
    std::uint64_t had = 0, has = 0; // inputs of the game, or records
    friend bool operator==(const Lost&, const Lost&) = default;
};

/// What stands beside the journal: empty where nothing was lost, or it was seen to.
std::vector<Lost> read_lost(const std::filesystem::path& journal);
/// Puts it there, on the disk when this returns. The error is one sentence.
std::expected<void, std::string> write_lost(const std::filesystem::path& journal, std::span<const Lost> lost);

/// One sentence with what to do; empty for nothing.
std::string in_words(const std::filesystem::path& journal, std::span<const Lost> lost);
/// Of one game, for who arbitrates it: one sentence.
std::string in_words(const Lost& lost);

/// Where nobody has it now: what it lacks, as `in_words` says it, and as its next daemon will; empty where
/// nothing speaks against it. Changes nothing.
std::string doubt(const std::filesystem::path& journal);

} // namespace adoube::journal
