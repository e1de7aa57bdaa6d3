#pragma once
// All that is decided before a simulation begins, from one seed: who plays where and how, and what goes wrong
// when. A scenario can be cut down: fewer tables, fewer faults, a shorter time; what is left happens as it
// did.

#include "tests/hall/agenda.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::hall {

struct Fault {
    enum class Kind : std::uint8_t {
        kill,        // of the daemon, which starts again after a while
        power_cut,   // of the computer: what was not synced is gone, and its clock begins anew
        slow_disk,   // each transaction takes long
        full_disk,   // nothing can be written for a while
        wall_clock,  // is set, forward or back
        board_power, // of one board: what the computer has not got is gone
        cable_out,   // of one board; hands play on
        bad_cable,   // bytes are lost, doubled and changed
        no_journal,  // somebody deletes its file
    };
    static constexpr int kinds = 9;
    Kind kind;
    Us at, lasts;
    std::size_t table; // of those of one board
    std::uint64_t seed;
};

/// What the computer's disk does when all is over.
enum class LastAct : std::uint8_t {
    damage_log,  // of the journal a part of what was written last is changed or gone
    damage_game, // an input of one game is not what it was
    lie,         // it has not kept what it has said since the play ended
};

struct Scenario {
    std::uint64_t seed;
    Us length; // for so long faults were drawn
    Us until;  // it ends here
    std::int64_t delay_ms;
    bool is_signed;
    std::vector<std::size_t> tables; // that are played at, from 0 on
    std::vector<Fault> faults;       // in order of time
    std::vector<std::size_t> kept;   // of the drawn faults those of these numbers are left, in their order
    LastAct last_act;
    bool with_stick; // a copy of the journal is kept
};

/// Eight boards for so many minutes.
Scenario draw(std::uint64_t seed, int minutes);

/// What tools/hall takes: "--seed 7 --minutes 60 --until-s 800 --tables 1,4 --faults 3,17".
std::string to_text(const Scenario& scenario);

/// Only these tables are left, by number from 1 on; only these faults, by their place among those drawn.
void keep_tables(Scenario& scenario, const std::vector<std::size_t>& numbers);
void keep_faults(Scenario& scenario, const std::vector<std::size_t>& places);

std::string_view name_of(Fault::Kind kind);

} // namespace adoube::hall
