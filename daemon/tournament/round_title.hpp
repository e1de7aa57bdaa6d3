#pragma once
// A title line of a list of pairings: "Round 3 on 2026/11/29 at 14:00", "3. Runde".

#include <optional>
#include <string>
#include <string_view>

namespace adoube::tournament {

struct RoundTitle {
    int round = 0;
    std::string date; // "2026.11.29"; empty: none
};

/// In the languages in which lists are read. Empty: it names no round.
std::optional<RoundTitle> round_title(std::string_view line);

} // namespace adoube::tournament
