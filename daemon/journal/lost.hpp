#pragma once
// What a journal is known to have lost: its -wal file was cut, damaged or removed, an older copy put in its
// place, or its disk lost what it had confirmed. Listed beside the journal (hall.journal-lost) until somebody
// deals with it and deletes that file.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace adoube::journal {

struct Lost {
    enum class What : std::uint8_t {
        inputs,  // the last ones of a game, or all
        content, // of a game: was changed
        records, // others: of long-ended games, or what was armed, held, deleted, signed, shown
        mark,    // unknown: the journal was in use when last written, its mark is gone
    };
    What what = What::inputs;
    std::string game_id{};
    std::uint64_t had = 0, has = 0; // inputs of the game, or records
    friend bool operator==(const Lost&, const Lost&) = default;
};

std::vector<Lost> read_lost(const std::filesystem::path& journal);
/// On disk on return. The error is one sentence.
std::expected<void, std::string> write_lost(const std::filesystem::path& journal, std::span<const Lost> lost);

/// One sentence with what to do; empty if nothing is lost.
std::string in_words(const std::filesystem::path& journal, std::span<const Lost> lost);
/// On one game, for its arbiter.
std::string in_words(const Lost& lost);

/// What a journal not in use lacks, as its next daemon will report it; empty if nothing is suspect. Changes
/// nothing.
std::string doubt(const std::filesystem::path& journal);

} // namespace adoube::journal
