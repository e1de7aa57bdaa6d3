#pragma once
// A table as its arbiter and the operator may see it, beside the public game: nothing is held back here.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/drivers/driver.hpp"
#include "daemon/umpire/data/incident.hpp"

#include <set>
#include <span>

namespace adoube::round {

/// Of a moment: gone when the round is told anything more.
struct TableView {
    int number = 0;
    // of the game now played
    const broadcast::PublicGame& game;
    std::string_view start_time; // ISO 8601, UTC; empty before it begins
    std::span<const umpire::Incident> incidents;
    std::span<const umpire::Proposal> proposals;
    const std::set<int>& dismissed; // incidents, by their number
    // of the board
    std::string_view port;
    const drivers::Driver& driver;
    const wire::Hello* hello; // null: it is not here
    std::string_view trouble; // why it is not: one sentence; empty where that is not known, or over
    std::span<const std::string> complaints; // of this start of the board, latest last
    std::string_view notice; // of its squares before the game or after it: one sentence; empty: nothing
    std::string_view lost{}; // that its journal lacks of it what it once held: one sentence; empty: nothing
    std::size_t waiting_records = 0, waiting_bytes = 0; // on their way to the journal
};

} // namespace adoube::round
