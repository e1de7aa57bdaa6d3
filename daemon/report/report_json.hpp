#pragma once
// A report as JSON, for programs.

#include "daemon/report/game_report.hpp"

#include <span>

namespace adoube::report {

/// {"games":[GAME,…],"unread":["sentence",…]}, by round and board.
///
/// GAME: {"game":"E-r3-b1","round":"3","board":1,"white":"…","black":"…","laws":"2023","result":"1-0",
/// "termination":"normal","day":"2026-11-20","began":"15:00:00","result_by":"17:42:10","clocks":CLOCKS,"rows":[ROW,…]}
/// ROW:
/// {"what":"incident","t_ms":12500,"in_hall":"15:03:12","utc":"2026-11-20T14:03:12Z","move":7,"side":"White",
/// "incident":"touch-move","article":"4.3.1","laws":"2023","text":"…","by":"Anna (token
/// 3)","dismissed":false, "clocks":CLOCKS} CLOCKS: {"white_ms":5390000,"black_ms":5391000}; null: none is
/// kept. What is not known is null.
std::string to_json(std::span<const GameReport> games, std::span<const std::string> unread);

} // namespace adoube::report
