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
    const auto verified = verified_file(options.evidence, io, "report");
    if (!verified) return verified.error();
    const auto page = account::page(verified->found, verified->told, *local);
    if (options.output.empty()) {
        io.out << page;
        return success;
    }
    const auto written = write_file(options.output, page);
    if (!written) say(io.err, written.error());
    return written ? success : bad_input;
}

} // namespace adoube::tools
