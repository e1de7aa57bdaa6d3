#pragma once
// What the Laws ask the arbiter to do. Nothing of the game changes by it: only his `result` or `time` does.

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

/// For the arbiter only, like incidents.
struct Proposal {
    int seq = 0; // 1 = the first
    GameMs t_ms{};
    Remedy remedy{};
    /// The number that the rule has in the edition in force.
    std::string article;
    Edition laws = Edition::laws_2023;
    /// Who broke the rule, claimed, or whose flag fell.
    Side side = Side::white;
    int ply = 1;
    /// The number of that move, as scoresheets count.
    int move = 1;
    /// The input line that brought it up (1 = the line after the header).
    int input = 0;
    /// The number of the incident of which it comes; 0: of none.
    int incident = 0;
    /// `open`: the game goes on, or the arbiter is to judge it.
    chess::Result result = chess::Result::open;
    /// What each clock gets, White's first; less than 0: what it loses.
    std::array<std::int64_t, 2> add_ms{};
    ForArbiter text; // plain English, a sentence or two
};

} // namespace adoube::umpire
