#pragma once
// A stand-in for a site that reads the files of LiveChess Cloud, from descriptions of them; apart from the
// code that writes them. What it cannot read as such a site would is a fault.

#include "daemon/chess/game.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace adoube::tests {

struct CloudPlayer {
    std::string name; // "Ann Adams": all parts that are there
    std::string title, federation;
    std::int64_t fide_id = 0; // 0: none
    friend bool operator==(const CloudPlayer&, const CloudPlayer&) = default;
};

struct CloudGame {
    int round = 0, number = 0;
    CloudPlayer white, black;
    std::string result; // as in PGN
    bool is_live = false;
    std::vector<std::string> sans;
    std::vector<std::optional<std::int64_t>> clocks_s; // after each move
    std::optional<std::int64_t> white_s, black_s;
    std::string fen; // after its moves
};

struct CloudTournament {
    std::string name, location, time_control;
    std::vector<bool> rounds_live;
    std::vector<CloudGame> games; // those with players
    std::vector<std::string> faults;
};

/// `get`: the text of a file; empty: there is none.
CloudTournament read_cloud(const std::function<std::optional<std::string>(const std::string& path)>& get);

} // namespace adoube::tests
