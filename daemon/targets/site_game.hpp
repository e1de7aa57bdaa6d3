#pragma once
// A public game as a site is sent it, and what a site shows of it.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/targets/report.hpp"

namespace adoube::targets {

/// As its PGN has it.
struct ShownMove {
    std::string san;
    std::optional<std::int64_t> clock_s;
    friend bool operator==(const ShownMove&, const ShownMove&) = default;
};

struct Line {
    std::string start; // FEN; empty: the site shows nothing of the game
    std::vector<ShownMove> moves;
    friend bool operator==(const Line&, const Line&) = default;
};

struct SiteGame {
    std::string id;
    int board = 0;
    bool is_game = false; // else nobody plays there
    std::string pgn;
    Line line;
    std::string players; // "Ann Adams – Ben Baker"
    /// The player whom a site may take for unknown: "?", one letter, "unknown", without FIDE id. Empty: none.
    std::string unknown_player;
    std::string round; // of the tournament
};

SiteGame site_game(const broadcast::PublicGame& game);

/// Why adding moves cannot make `shown` what the board has.
struct Difference {
    enum class Of : std::uint8_t { moves, clock } of;
    std::string sentence; // "the site shows 23. Nf3, the board 23. Nd2"
};
std::optional<Difference> difference(const Line& shown, const Line& board);

/// Both side by side, from two plies before they part; empty where they begin in different positions.
std::vector<ComparedMove> compared(const Line& shown, const Line& board);

} // namespace adoube::targets
