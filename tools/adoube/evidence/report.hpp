#pragma once
// `adoube evidence report FILE -o report.html`: what happened, for whoever decides on it; one page that needs
// no other file, to be read or printed.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/evidence/local_time.hpp"
#include "tools/adoube/evidence/verify.hpp"

namespace adoube::tools {

struct ReportOptions {
    VerifyOptions evidence;
    std::string output; // empty: `out`
};

/// Only where the status is 0; statuses as those of verify.
int run_evidence_report(const ReportOptions& options, Streams io);

/// Of evidence without faults.
std::string report_page(const evidence::Examination& found, const Verdict& verdict,
                        const LocalTime& local = {});

} // namespace adoube::tools
