#pragma once
// What is told of a board before its game has begun, or after it is over: squares that do not stand as the
// game begins, and pieces that are moved while none is armed.

#include "daemon/umpire/data/for_arbiter.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::round {

class SquareNotice {
  public:
    /// What stands wrong is told when it has stood so for so long: pieces are being set up before.
    static constexpr std::uint64_t stands_us = 10'000'000;
    /// A piece that is moved while no game is armed may be put back before.
    static constexpr std::uint64_t played_us = 3'000'000;

    /// Before its first press, or without a lever its first move, the game should stand as `start`.
    void before_game(const umpire::Sight& board, const chess::Position& start, bool lever,
                     SteadyUs steady_us);
    /// The game is over, and the armed one begins when the board stands as `start`: told where little is
    /// wrong, as it hardly is before pieces are set up.
    void before_armed_game(const umpire::Sight& board, const chess::Position& start, SteadyUs steady_us);
    /// The game is over, and no other armed; `played`: something was, from the start position on.
    void without_game(bool played, SteadyUs steady_us);
    /// Nothing is to be told.
    void clear();

    /// What holds now: one sentence, or empty.
    const umpire::ForArbiter& text() const { return text_; }
    /// The same, where it has become another since the last call, and is not empty.
    std::optional<umpire::ForArbiter> news();

  private:
    bool has_stood(const umpire::Sight& board, SteadyUs steady_us);

    umpire::ForArbiter text_;
    std::string told_;
    std::optional<umpire::Sight> seen_;
    SteadyUs seen_since_us_;
    std::optional<SteadyUs> played_since_us_;
};

} // namespace adoube::round
