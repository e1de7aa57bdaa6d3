#include "tools/adoube/evidence/report.hpp"

#include "daemon/account/page.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

#include <ostream>

namespace adoube::tools {

int run_evidence_report(const ReportOptions& options, Streams io) {
    const auto local = account::LocalTime::of(options.evidence.time_zone);
    if (!local) {
        say(io.err, local.error());
        return bad_input;
    }
    const auto found = examine_file(options.evidence, io);
    if (!found) {
        say(io.err, found.error());
        return bad_input;
    }
    if (!found->faults.empty()) {
        say(io.err, "NOT VERIFIED, so there is no report: " + found->faults.front());
        return failed_check;
    }
    const auto verdict = verdict_on(*found, options.evidence.self_consistent);
    const auto& told = verdict.told;
    if (verdict.status != success) {
        say(io.err, std::string(told.word) + told.of + ", so there is no report");
        for (const auto& sentence : told.meaning) say(io.err, "  " + sentence);
        return verdict.status;
    }
    const auto page = account::page(*found, told, *local);
    if (options.output.empty()) {
        io.out << page;
        return success;
    }
    const auto written = write_file(options.output, page);
    if (!written) say(io.err, written.error());
    return written ? success : bad_input;
}

} // namespace adoube::tools
