#pragma once
// A report as one self-contained page, made to be printed and signed.

#include "daemon/report/game_report.hpp"

#include <span>

namespace adoube::report {

struct Heading {
    std::string event{}, site{}, round{}; // each may be empty
    std::string boards{};                 // "all", or "1-8" where a part is told
    std::string made{};                   // when, in the hall, and by what clock
    std::vector<std::string> unread{};    // one sentence for each game that is missing
};

std::string page(const Heading& heading, std::span<const GameReport> games);

} // namespace adoube::report
