#pragma once
// Which moves the touched pieces leave, from the text of Articles 4.3-4.5: for the truth of a generated log,
// and nothing that the umpire uses.

#include "daemon/chess/position.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace adoube::replay {

struct Duty {
    /// The article of 2023; empty where nothing binds the player.
    std::string_view rule;
    std::vector<chess::Move> allowed;
};

/// What a player who has touched these squares, in this order, must do before his hands begin to carry out a
/// move.
Duty duty_of(const chess::Position& before, std::span<const chess::Square> touched);

struct ArticleBroken {
    std::string_view rule;
    std::vector<chess::Move> allowed;
    bool rook_first_castling;
};

/// `touched`: before the hands began with `move`; `taken_up`: then, by the move itself.
std::optional<ArticleBroken> broken_by(const chess::Position& before, std::span<const chess::Square> touched,
                                       std::span<const chess::Square> taken_up, chess::Move move);

} // namespace adoube::replay
