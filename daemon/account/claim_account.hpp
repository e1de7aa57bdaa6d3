#pragma once
// A draw claim, its grounds and its verdict.

#include "daemon/evidence/examine.hpp"

namespace adoube::account {

struct ClaimAccount {
    const umpire::Proposal* verdict = nullptr;           // into `replayed`
    chess::Position position = chess::Position::start(); // claimed, after the intended move
    struct Occurrence {
        std::string after; // "12... Nf6"; empty: the record begins with it
        GameMs t_ms{};
    };
    /// Earlier occurrences, in order, of a claimed repetition.
    std::vector<Occurrence> earlier = {};
};

/// Points into `replayed`.
std::vector<ClaimAccount> claims_of(const evidence::Replayed& replayed, std::uint64_t first_input);

} // namespace adoube::account
