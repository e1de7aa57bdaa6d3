#pragma once
// `adoube round report`: the arbiter's report (daemon/report/), from a daemon over the network or from a
// journal.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RoundReportOptions {
    std::string journal = "adoube.journal";
    HallOptions hall;      // with a URL: instead of the journal
    int round = 0;         // 0: all
    bool csv = false;      // instead of a page
    std::string time_zone; // of the hall, for LocalTime; a daemon knows its own
    std::string output;    // empty: standard output
    bool json = false;     // instead of a page, too
};

/// 2: unreadable, or refused.
int run_round_report(const RoundReportOptions& options, Streams io);

} // namespace adoube::tools
