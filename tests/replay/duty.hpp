#pragma once
// Which moves touched pieces leave, by Articles 4.3-4.5: the truth of a generated log, independent of the
// umpire.

#include "daemon/chess/position.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace adoube::replay {

struct Duty {
    /// The article of 2023; empty if nothing binds the player.
    std::string_view rule;
    std::vector<chess::Move> allowed;
};

/// What a player who touched these squares, in this order, must do.
Duty duty_of(const chess::Position& before, std::span<const chess::Square> touched);

struct ArticleBroken {
    std::string_view rule;
    std::vector<chess::Move> allowed;
    bool rook_first_castling;
};

/// `touched` before `move` began, `taken_up` by the move itself.
std::optional<ArticleBroken> broken_by(const chess::Position& before, std::span<const chess::Square> touched,
                                       std::span<const chess::Square> taken_up, chess::Move move);

} // namespace adoube::replay
