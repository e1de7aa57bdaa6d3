#pragma once
// A report as a table for spreadsheets: `;` between the columns, a header, a line for each game and below it
// one for each of its rows; first one for each act on a whole round.

#include "daemon/report/game_report.hpp"

#include <span>

namespace adoube::report {

std::string to_csv(std::span<const GameReport> games, std::span<const RoundRow> rounds = {});

/// "1:02:03"; empty where none is kept.
std::string clock_text(const std::optional<umpire::Clocks>& clocks, chess::Side side);

} // namespace adoube::report
