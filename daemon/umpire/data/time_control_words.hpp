#pragma once
// Time controls as people write and read them.

#include "daemon/umpire/data/chess_clock.hpp"

namespace adoube::umpire {

/// The form of the PGN tag, which counts in seconds: "90m+30" is "5400+30", "40/1h30m+30:30m+30" is
/// "40/5400+30:1800+30". What is written otherwise is given back as it is.
std::string pgn_form(std::string_view text);

/// "90 minutes and 30 seconds a move", "90 minutes for 40 moves, then 30 minutes, and 30 seconds a move".
/// Empty where there is none.
std::string in_words(const std::vector<Period>& periods);

/// Half a sentence where seconds seem to be meant as minutes, or minutes of the increment as seconds, or
/// where the rate of play is another by the Laws of that edition, which go by what each player has for 60
/// moves.
std::optional<std::string> doubt_about(const std::vector<Period>& periods, laws::Edition edition,
                                       laws::RateOfPlay rate);

} // namespace adoube::umpire
