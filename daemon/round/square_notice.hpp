#pragma once
// Notices about squares outside a running game: wrong before it, or moved while none is armed.

#include "daemon/umpire/data/for_arbiter.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::round {

class SquareNotice {
  public:
    /// Wrong squares are reported only after this time: before, pieces may still be set up.
    static constexpr std::uint64_t stands_us = 10'000'000;
    /// A piece moved while no game is armed may be put back sooner.
    static constexpr std::uint64_t played_us = 3'000'000;

    /// Until the first press (without a lever, the first move) the board should stand as `start`.
    /// `first_look`: it has just come, so what may be played already is told at once.
    void before_game(const umpire::Sight& board, const chess::Position& start, bool lever, bool first_look,
                     SteadyUs steady_us);
    /// Before an armed game only a few wrong squares are reported; with more, pieces are hardly set up yet.
    /// `unseen`: it may have been begun while nobody saw the board, so all are.
    void before_armed_game(const umpire::Sight& board, const chess::Position& start, bool unseen,
                           SteadyUs steady_us);
    /// No game is armed; `played`: pieces were moved from the start position.
    void without_game(bool played, SteadyUs steady_us);
    void clear();

    /// One sentence, or empty.
    const umpire::ForArbiter& text() const { return text_; }
    /// If changed since the last call, and not empty.
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
