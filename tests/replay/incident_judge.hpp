#pragma once
// Compares the incidents told with those to tell.

#include "tests/replay/contract_hands.hpp"

#include <map>
#include <string>

namespace adoube::replay {

struct Tally {
    int expected = 0, found = 0; // of those to be told
    int told = 0, justified = 0; // of those told; open ones in neither

    Tally& operator+=(const Tally& more);
    double recall() const { return expected == 0 ? 1 : 1.0 * found / expected; }
    double precision() const { return told == 0 ? 1 : 1.0 * justified / told; }
};

struct IncidentVerdict {
    std::map<umpire::IncidentKind, Tally> kinds;
    /// One paragraph each, with the log around it.
    std::vector<std::string> errors;
    Tally all() const;
};

IncidentVerdict judge_incidents(const PlayedGame& played, std::span<const umpire::Incident> told);

/// A line per kind, worst first.
std::string table_of(const std::map<umpire::IncidentKind, Tally>& kinds);

} // namespace adoube::replay
