#pragma once
// Games as PGN, in the export format of the 1994 standard. Quotation marks in tags are written as
// apostrophes.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/chess/notation/movetext.hpp"

namespace adoube::broadcast {

/// With the tags GameId and Board, Round as "round.board", `[%clk]` where known, and `*` for an unfinished
/// game. WhiteClock and BlackClock ("1:29:30") are what the clocks showed at the last change, and Termination
/// is "unterminated", "time forfeit", or "normal" for every other end, as the public learns no reasons.
///
/// The moves and clocks of a game that goes on begin with exactly the bytes written before.
std::string to_pgn(const PublicGame& game);

/// The same of each state of a game, without writing its moves anew each time.
class GrowingPgn {
  public:
    std::string of(const PublicGame& game);

  private:
    bool goes_on_in(const PublicGame& game) const;

    chess::Position start_ = chess::Position::start();
    PublicMoves moves_;
    std::optional<chess::Movetext> text_; // of these
};

} // namespace adoube::broadcast
