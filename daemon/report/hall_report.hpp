#pragma once
// The report of a hall out of its journal, also while its daemon writes it. Slow: it replays every game.

#include "daemon/access/rights.hpp"
#include "daemon/report/game_report.hpp"

#include <filesystem>

namespace adoube::report {

struct Asked {
    int round = 0; // as in the tag Round; 0: all
    bool as_csv = false;
};

/// A page or CSV, of those boards alone that `who` may see. Errors are one sentence.
std::expected<std::string, std::string> hall_report(const std::filesystem::path& journal, const Asked& asked,
                                                    const access::Grant& who, const account::LocalTime& local,
                                                    std::int64_t now_utc_s);

} // namespace adoube::report
