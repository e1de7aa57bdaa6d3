#pragma once
// Time controls as people write and read them.

#include "daemon/umpire/data/chess_clock.hpp"

namespace adoube::umpire {

/// The PGN tag's form, in seconds: "90m+30" becomes "5400+30", "40/1h30m+30:30m+30" "40/5400+30:1800+30".
/// Other text is returned unchanged.
std::string pgn_form(std::string_view text);

/// "90 minutes for 40 moves, then 30 minutes, and 30 seconds a move"; empty if there is none.
std::string in_words(const std::vector<Period>& periods);

/// Half a sentence if seconds seem meant as minutes, or an increment's minutes as seconds, or if that
/// edition, by each player's time for 60 moves, gives another rate of play.
std::optional<std::string> doubt_about(const std::vector<Period>& periods, laws::Edition edition,
                                       laws::RateOfPlay rate);

} // namespace adoube::umpire
