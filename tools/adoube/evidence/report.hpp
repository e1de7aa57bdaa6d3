#pragma once
// `adoube evidence report FILE -o report.html`: one self-contained page on what happened, for whoever
// decides.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/evidence/verify.hpp"

namespace adoube::tools {

struct ReportOptions {
    VerifyOptions evidence;
    std::string output; // empty: `out`
};

/// Statuses as for verify; a page only with 0.
int run_evidence_report(const ReportOptions& options, Streams io);

} // namespace adoube::tools
