#pragma once
// What the Laws ask of the arbiter, who alone sees it; only their `result` or `time` changes the game.

#include "daemon/umpire/data/for_arbiter.hpp"
#include "daemon/umpire/data/inputs.hpp"

namespace adoube::umpire {

enum class Remedy : std::uint8_t {
    penalty, // for an illegal move
    forfeit, // by illegal moves
    flag,
    claim, // of a draw
    sealed_move,
};

struct Proposal {
    int seq = 0; // 1 = the first
    GameMs t_ms{};
    Remedy remedy{};
    /// As numbered in the edition in force.
    std::string article;
    Edition laws = Edition::laws_2023;
    /// Who broke the rule or claimed, or whose flag fell.
    Side side = Side::white;
    int ply = 1;
    int move = 1;                               // number on scoresheets
    int input = 0;                              // line that caused it (1 = the line after the header)
    int incident = 0;                           // number of its incident; 0: none
    chess::Result result = chess::Result::open; // open: the game goes on, or the arbiter must judge
    std::array<std::int64_t, 2> add_ms{};       // White's first; negative: deducted
    ForArbiter text;                            // one or two plain sentences
};

} // namespace adoube::umpire
