#pragma once
// A claim of a draw, what it rests on, and what the Laws make of it.

#include "daemon/evidence/examine.hpp"

namespace adoube::tools {

struct ClaimAccount {
    const umpire::Proposal* verdict = nullptr;           // of `replayed`
    chess::Position position = chess::Position::start(); // that the claim is about, after the intended move
    struct Occurrence {
        std::string after; // "12... Nf6"; empty: the record begins with it
        GameMs t_ms{};
    };
    /// Where it stood before, first to last; of a claim of repetition.
    std::vector<Occurrence> earlier = {};
};

/// Keeps pointers into `replayed`.
std::vector<ClaimAccount> claims_of(const evidence::Replayed& replayed, std::uint64_t first_input);

} // namespace adoube::tools
