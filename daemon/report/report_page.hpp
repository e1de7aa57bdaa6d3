#pragma once
// A report as one self-contained page, made to be printed and signed.

#include "daemon/report/game_report.hpp"

#include <span>

namespace adoube::report {

struct Heading {
    std::string event{}, site{}, federation{}, round{}; // each may be empty
    std::string chief_arbiter{}, deputies{};            // these, too
    std::string boards{};                               // "all", or "1-8" where a part is told
    std::string made{};                                 // when, in the hall, and by what clock
    std::vector<std::string> unread{};                  // one sentence for each game that is missing
    std::vector<RoundRow> rounds{};                     // in their order
};

std::string page(const Heading& heading, std::span<const GameReport> games);

} // namespace adoube::report
