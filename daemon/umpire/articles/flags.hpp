#pragma once
// Flag fall: Article 6.9 (6.10 in 2001), and what follows when both flags fell.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

class Flags {
  public:
    /// Fallen by the clock of `reading`, and not told yet.
    bool due(Side side, const Reading& reading, GameMs t_ms);
    /// `board`: the position with the move that stands made.
    Incident fallen(Side side, const Reading& reading, const chess::Position& board, Moment now);
    /// Seen or claimed fallen (6.8); empty where told before.
    std::optional<Incident> reported(Side side, const Reading& reading, const chess::Position& board,
                                     Moment now);
    void reset(Side side) { fell_[static_cast<std::size_t>(side)] = Fell::no; }
    /// Dismisses the last fall told.
    void dismiss(Side side);

  private:
    /// `dismissed`: a fall by the clock, until that clock has time again.
    enum class Fell : std::uint8_t { no, by_report, by_clock, dismissed };
    bool has_fallen(Side side) const;
    Incident told(Side side, const Reading& reading, const chess::Position& board, Moment now) const;

    std::array<Fell, 2> fell_{};
};

} // namespace adoube::umpire
