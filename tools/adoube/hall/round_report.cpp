#include "tools/adoube/hall/round_report.hpp"

#include "daemon/report/hall_report.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"

#include <ctime>

namespace adoube::tools {
namespace {

std::expected<std::string, std::string> asked_at_hall(const RoundReportOptions& options) {
    auto client = HallClient::make(options.hall);
    if (!client) return std::unexpected(client.error());
    const auto round = options.round ? "?round=" + std::to_string(options.round) : std::string();
    const auto* const form = options.csv ? ".csv" : options.json ? ".json" : "";
    auto answer = client->ask({.target = std::string("/api/report") + form + round});
    if (!answer) return std::unexpected(answer.error().why);
    if (answer->status != 200) return std::unexpected(answer->sentence());
    return std::move(answer->body);
}

std::expected<std::string, std::string> read_from_journal(const RoundReportOptions& options, Streams io) {
    const auto local = account::LocalTime::of(options.time_zone);
    if (!local) return std::unexpected(local.error());
    const access::Grant whoever_has_the_file{access::Role::operator_, access::Boards::all(), 0, {}};
    const auto as = options.csv ? report::As::csv : options.json ? report::As::json : report::As::page;
    Progress progress(io, options.json);
    return report::hall_report(options.journal, {options.round, as}, whoever_has_the_file, *local,
                               std::time(nullptr), progress.steps("games are read"));
}

} // namespace

int run_round_report(const RoundReportOptions& options, Streams io) {
    if (options.hall.url.empty()) tell_doubt(options.journal, io.err);
    auto report = options.hall.url.empty() ? read_from_journal(options, io) : asked_at_hall(options);
    auto failed = report ? std::string() : report.error();
    if (report && options.output.empty())
        io.out << *report;
    else if (report)
        if (const auto written = write_file(options.output, *report); !written) failed = written.error();
    if (failed.empty()) return success;
    say(io.err, "adoube round report: " + failed);
    return bad_input;
}

} // namespace adoube::tools
