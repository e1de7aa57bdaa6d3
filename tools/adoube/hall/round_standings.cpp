#include "tools/adoube/hall/round_standings.hpp"

#include "daemon/results/public_standings.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

namespace json = boost::json;

void tell_doubts(const std::string& file, const results::PublicStandings& shown, std::ostream& err) {
    if (!shown.by_rank)
        say(err, "note: the ranks in " + file +
                     " are not there, or do not go with its points: places are by points alone");
    if (shown.standings.teams.empty()) return;
    if (!shown.teams_by_rank)
        say(err, "note: " + file +
                     " has no ranks of its teams that go with their points: their places are by "
                     "match points, where it has them, and by game points");
    if (!shown.teams_have_points)
        say(err, "note: " + file +
                     " has no game points of its teams: those of a team are its players' points; "
                     "--no-teams leaves teams out");
}

/// What the daemon is told.
std::expected<json::value, std::string> told(const RoundStandingsOptions& options, std::ostream& err) {
    if (options.none) return nullptr;
    const auto bytes = read_file(options.file);
    if (!bytes) return std::unexpected(bytes.error());
    const auto trf = tournament::Trf::read(*bytes);
    if (!trf) return std::unexpected(options.file + ": " + trf.error());
    auto shown = results::public_standings(*trf);
    if (options.no_teams) shown.standings.teams.clear();
    tell_doubts(options.file, shown, err);
    return to_json(shown.standings);
}

} // namespace

int run_round_standings(const RoundStandingsOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say_lines(io.err, "adoube round standings: " + sentence);
        return bad_input;
    };
    if (options.file.empty() && !options.none) return refuse("name the TRF file, or --none");
    const auto standings = told(options, io.err);
    if (!standings) return refuse(standings.error());
    const auto answer =
        tell(options.control, options.hall, json::serialize(json::object{{"standings", *standings}}));
    if (!answer) return refuse(answer.error());
    print_answer(*answer, io, options.json);
    return success;
}

} // namespace adoube::tools
