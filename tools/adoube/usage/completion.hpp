#pragma once
// What may come next on a command line of `adoube`. The shells' own scripts (completion/) only ask for it.

#include "tools/adoube/usage/command.hpp"

namespace adoube::tools {

enum class Wanted : std::uint8_t {
    listed, // only the candidates
    files,
    boards, // numbers, of the running daemon
    games,  // ids, likewise
};

struct NextWord {
    std::string word, help;
    friend bool operator==(const NextWord&, const NextWord&) = default;
};

struct Completion {
    Wanted wanted = Wanted::listed;
    std::vector<NextWord> candidates; // that begin with the last word
    std::string control;              // from the words, for asking; may be empty
};

/// `words` without "adoube"; the last one is being typed, and may be empty.
Completion complete(const Command& root, const std::vector<std::string>& words);

} // namespace adoube::tools
