#pragma once
// What an arbiter reports of one game: incidents, what the Laws asked for, what was decided and by whom, in
// the order of time. For arbiters alone, and nothing of a sealed move. No I/O.

#include "daemon/account/local_time.hpp"
#include "daemon/journal/contents.hpp"
#include "daemon/umpire/data/game_record.hpp"

#include <expected>

namespace adoube::report {

struct Row {
    enum class Of : std::uint8_t {
        incident, // what the umpire saw
        proposal, // what the Laws ask of the arbiter then
        act,      // what an arbiter did, or entered of what a player said
    } of{};
    GameMs t_ms{};
    std::string in_hall{}; // "15:03:12"; empty: when the game began is unknown
    std::string utc{};     // "2026-11-20T14:03:12Z"; empty as well
    int move = 0;          // number on scoresheets; 0: none
    std::string side{};    // "White", "Black" or empty
    std::string kind{};    // of an incident: umpire::to_string
    std::string article{}, laws{};
    std::string text{};
    std::string by{};                       // "Anna (token 3)"; empty: unknown, or of no person
    bool dismissed = false;                 // an incident that was none
    std::optional<umpire::Clocks> clocks{}; // at that time; empty: no clock is kept
};
std::string_view to_string(Row::Of of);

struct GameReport {
    std::string record_id{}, round{}, white{}, black{}, laws{};
    int board = 0;
    std::string result{};      // "1-0", "+/-", or "*": none stands
    std::string termination{}; // as in PGN; empty: it goes on
    /// In the hall: "2026-11-20", "15:00:00", and when the result was known.
    std::string day{}, began{}, result_by{};
    std::optional<umpire::Clocks> clocks{}; // at the end of the record
    std::vector<Row> rows{};
};

/// An act on a whole round (results/round_acts.hpp).
struct RoundRow {
    std::string round{}, in_hall{}, utc{}, text{}, by{}; // "2026-11-20 10:02:11"; "the round was started"
};

/// The error is one sentence without its full stop.
std::expected<GameReport, std::string> report_of(const journal::WholeGame& game,
                                                 const account::LocalTime& local);

} // namespace adoube::report
