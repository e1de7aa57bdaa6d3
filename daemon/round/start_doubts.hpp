#pragma once
// What speaks against starting a round now.

#include "daemon/round/table_view.hpp"

namespace adoube::round {

/// A sentence for each table, in their order: it has no game of the round, its board is not connected or not
/// set up, or its last game has no result. `round`: as in the tag Round.
std::vector<std::string> start_doubts(std::span<const TableView> tables, std::string_view round);

/// Whether a game of the round is at the table, played, over or armed.
bool has_round(const TableView& table, std::string_view round);

} // namespace adoube::round
