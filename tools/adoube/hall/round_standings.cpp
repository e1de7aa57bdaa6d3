#include "tools/adoube/hall/round_standings.hpp"

#include "daemon/broadcast/standings.hpp"
#include "daemon/tournament/standings.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

namespace json = boost::json;

broadcast::Standings for_the_public(const std::string& event, const tournament::Standings& standings) {
    broadcast::Standings given{event, standings.after_round, {}};
    for (const auto& [place, player] : standings.players)
        given.places.push_back(
            {place, player.name, player.title, player.federation, player.rating, player.points});
    return given;
}

/// What the daemon is told.
std::expected<json::value, std::string> told(const RoundStandingsOptions& options, std::ostream& err) {
    if (options.none) return nullptr;
    const auto bytes = read_file(options.file);
    if (!bytes) return std::unexpected(bytes.error());
    const auto trf = tournament::Trf::read(*bytes);
    if (!trf) return std::unexpected(options.file + ": " + trf.error());
    const auto standings = tournament::standings_of(*trf);
    if (!standings.by_rank)
        say(err, "note: the ranks in " + options.file +
                     " are not there, or do not go with its points: places are by points alone");
    return to_json(for_the_public(trf->name(), standings));
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
    say_lines(io.out, *answer);
    return success;
}

} // namespace adoube::tools
