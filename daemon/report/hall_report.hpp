#pragma once
// The report of a hall out of its journal, also while its daemon writes it. Slow: it replays every game.

#include "daemon/access/rights.hpp"
#include "daemon/report/game_report.hpp"

#include <filesystem>
#include <functional>

namespace adoube::report {

enum class As : std::uint8_t { page, csv, json };

struct Asked {
    int round = 0; // as in the tag Round; 0: all
    As as = As::page;
};

/// Of those boards alone that `who` may see. `told`, which may be empty, gets how many games were read.
/// Errors are one sentence.
std::expected<std::string, std::string>
hall_report(const std::filesystem::path& journal, const Asked& asked, const access::Grant& who,
            const account::LocalTime& local, std::int64_t now_utc_s,
            const std::function<void(std::size_t done, std::size_t all)>& told = {});

} // namespace adoube::report
