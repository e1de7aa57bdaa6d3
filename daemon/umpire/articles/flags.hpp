#pragma once
// Fallen flags: Article 6.9 (6.10 in 2001), and what becomes of the game when both have fallen.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

class Flags {
  public:
    /// The flag of `side` has fallen by the clock of `reading`, and was not told yet.
    bool due(Side side, const Reading& reading, GameMs t_ms);
    /// Tells of one that is due. `board` is the position with the move that stands made.
    Incident fallen(Side side, const Reading& reading, const chess::Position& board, Moment now);
    /// A flag was seen or claimed fallen (6.8); nothing where it was told before.
    std::optional<Incident> reported(Side side, const Reading& reading, const chess::Position& board,
                                     Moment now);
    /// An arbiter has set the clock anew.
    void reset(Side side) { fell_[static_cast<std::size_t>(side)] = Fell::no; }
    /// An arbiter has dismissed the last fall that was told: it was none.
    void dismiss(Side side);

  private:
    /// `dismissed`: by the clock alone, until that has time again.
    enum class Fell : std::uint8_t { no, by_report, by_clock, dismissed };
    bool has_fallen(Side side) const;
    Incident told(Side side, const Reading& reading, const chess::Position& board, Moment now) const;

    std::array<Fell, 2> fell_{};
};

} // namespace adoube::umpire
