#pragma once
// All that one seed decides before a simulation: who plays where and how, and what goes wrong when. If
// tables, faults or time are cut, the rest happens as before.

#include "tests/hall/agenda.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::hall {

struct Fault {
    enum class Kind : std::uint8_t {
        kill,      // the daemon, which starts again later
        power_cut, // the computer: unsynced data is lost, its clock begins anew
        slow_disk,
        full_disk,
        wall_clock,  // set forward or back
        board_power, // one board: unsent events are lost
        cable_out,   // one board; hands play on
        bad_cable,   // bytes are lost, doubled, changed
        no_journal,  // its file is deleted
    };
    static constexpr int kinds = 9;
    Kind kind;
    Us at, lasts;
    std::size_t table; // of one board's faults
    std::uint64_t seed;
};

/// What the disk does in the end.
enum class LastAct : std::uint8_t {
    damage_log,  // changes or cuts what was written last
    damage_game, // changes one input
    lie,         // drops all that it confirms after play
};

struct Scenario {
    std::uint64_t seed;
    Us length; // for drawing faults
    Us until;
    std::int64_t delay_ms;
    bool is_signed;
    std::vector<std::size_t> tables; // in use, from 0
    std::vector<Fault> faults;       // by time
    std::vector<std::size_t> kept;   // places of `faults` among those drawn
    LastAct last_act;
    bool with_stick;
};

/// Eight boards.
Scenario draw(std::uint64_t seed, int minutes);

/// Arguments for adoube_hall: "--seed 7 --minutes 60 --until-s 800 --tables 1,4 --faults 3,17".
std::string to_text(const Scenario& scenario);

/// Keeps these tables, from 1; these faults, by place among those drawn.
void keep_tables(Scenario& scenario, const std::vector<std::size_t>& numbers);
void keep_faults(Scenario& scenario, const std::vector<std::size_t>& places);

std::string_view name_of(Fault::Kind kind);

} // namespace adoube::hall
