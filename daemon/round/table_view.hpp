#pragma once
// A table as its arbiter and the operator see it, undelayed.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/drivers/driver.hpp"
#include "daemon/round/act.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/umpire/data/incident.hpp"
#include "daemon/umpire/data/right_to_claim.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <optional>
#include <set>
#include <span>

namespace adoube::round {

/// Valid until the next call into the round.
struct TableView {
    int number = 0;
    bool electronics = true; // false: moves and results are entered
    // the current game
    std::string_view record_id{}; // in the journal
    const broadcast::PublicGame& game;
    std::string_view start_time; // ISO 8601, UTC; empty before it begins
    bool confirmed = false;      // its result, by an arbiter (8.7)
    std::span<const umpire::Incident> incidents;
    std::span<const umpire::Proposal> proposals;
    const std::set<int>& dismissed; // by number
    std::span<const Act> acts;      // on it, in their order; of a table without electronics but for the moves
    // the board
    std::string_view port;
    const drivers::Driver& driver;
    const wire::Hello* hello;               // null: not connected
    std::string_view trouble;               // why not; empty if unknown or over
    std::string_view trouble_here{};        // likewise, without other tables; empty: as `trouble`
    std::vector<Complaint> complaints;      // that are not over, latest last
    std::string_view notice;                // on its squares outside a game; may be empty
    std::string_view lost{};                // what the journal lost of the game; may be empty
    const umpire::Sight* squares = nullptr; // what a connected board shows of a running game; else null
    std::size_t waiting_records = 0, waiting_bytes = 0; // for the journal
    struct Next {
        std::string_view record_id;
        const record::Tags* tags;
    };
    std::optional<Next> next{}; // armed; begins once the current game is over and its start position stands
    std::optional<UtcMs> exchanged_utc_ms{};              // when somebody has last said where its board is
    std::optional<umpire::RightToClaim> right_to_claim{}; // in the position of `game`
    std::optional<int> claimable_breach{};                // by the last move, as umpire.hpp
    std::optional<drivers::BatteryTold> battery{};        // of a connected board that runs on one
    std::span<const int> untold_promotions{};             // of `game`, as untold_promotions.hpp
    /// When the current game's clock was started or its first move completed; counts from `start_time`.
    std::optional<GameMs> begun_ms{};
};

} // namespace adoube::round
