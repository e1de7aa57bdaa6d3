#include "tools/adoube/hall/round_results.hpp"

#include "daemon/results/results_json.hpp"
#include "daemon/results/sent_results.hpp"
#include "daemon/results/written_results.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace adoube::tools {
namespace {

using results::HallGame;
using tournament::Trf;

std::expected<std::vector<HallGame>, std::string> games_of(const RoundResultsOptions& options, int round,
                                                           Streams io) {
    Progress progress(io, options.json);
    if (!options.journal.empty())
        return results::games_in(options.journal, {.round = round}, std::nullopt,
                                 progress.steps("games are read"));
    const auto wanted = round > 0 ? R"("round":")" + std::to_string(round) + '"' : std::string();
    const auto told = tell(options.control, options.hall, R"({"results":{)" + wanted + "}}");
    if (!told) return std::unexpected(told.error());
    return results::from_json(*told);
}

std::string json_of(const std::vector<HallGame>& games, int round) {
    std::ostringstream text;
    put_json(text, results_json(games, round));
    return text.str();
}

std::expected<std::string, std::string> written(const RoundResultsOptions& options,
                                                std::vector<std::string>& doubts, Streams io) {
    std::optional<Trf> trf;
    int round = options.round;
    if (!options.trf.empty()) {
        const auto bytes = read_file(options.trf);
        if (!bytes) return std::unexpected(bytes.error());
        auto read = Trf::read(*bytes);
        if (!read) return std::unexpected(options.trf + ": " + read.error());
        trf.emplace(std::move(*read));
        if (round == 0) round = trf->last_round();
    }
    const auto games = games_of(options, round, io);
    if (!games) return std::unexpected(games.error());
    if (trf) {
        auto written = trf_with(*games, std::move(*trf), round);
        doubts = std::move(written.doubts);
        std::ranges::move(written.open, std::back_inserter(doubts));
        return std::move(written.bytes);
    }
    doubts = open_games(*games);
    if (options.json) return json_of(*games, round);
    return options.pgn ? pgn_of(*games) : csv_of(*games);
}

} // namespace

int run_round_results(const RoundResultsOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube round results: " + sentence);
        return bad_input;
    };
    if (!options.journal.empty()) tell_doubt(options.journal, io.err);
    std::vector<std::string> doubts;
    const auto text = written(options, doubts, io);
    if (!text) return refuse(text.error());
    if (options.output.empty())
        io.out << *text;
    else if (const auto kept = write_file(options.output, *text); !kept)
        return refuse(kept.error());
    for (const auto& doubt : doubts) say(io.err, doubt);
    return doubts.empty() ? success : failed_check;
}

} // namespace adoube::tools
