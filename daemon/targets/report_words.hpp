#pragma once
// How a target fares, in plain words: what is happening, and what the operator can do about it.

#include "daemon/targets/report.hpp"

#include <span>
#include <string_view>

namespace adoube::targets {

/// "up to date", "failing", …
std::string_view name_of(Report::State state);
/// A clause, without times: "2 games have changed, and go with the next push: one every 2 s at most".
std::string happening(const Report& report);

struct Advice {
    std::string text;           // a clause; empty: nothing to do
    std::string_view verb = {}; // "push" or "reset", where that is what to do
};
Advice advice(const Report& report);

/// For a terminal, several lines: with times, and with the games that the site refuses or shows differently.
std::string in_words(std::span<const Report> reports, HallMs now);

} // namespace adoube::targets
