#include "tools/adoube/hall/round_results.hpp"

#include "daemon/results/sent_results.hpp"
#include "daemon/results/written_results.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::tools {
namespace {

using results::HallGame;
using tournament::Trf;

std::expected<std::vector<HallGame>, std::string> games_of(const RoundResultsOptions& options, int round) {
    if (!options.journal.empty()) return results::games_in(options.journal, round);
    const auto wanted = round > 0 ? R"("round":")" + std::to_string(round) + '"' : std::string();
    const auto told = tell(options.control, options.hall, R"({"results":{)" + wanted + "}}");
    if (!told) return std::unexpected(told.error());
    return results::from_json(*told);
}

std::expected<std::string, std::string> written(const RoundResultsOptions& options,
                                                std::vector<std::string>& doubts) {
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
    const auto games = games_of(options, round);
    if (!games) return std::unexpected(games.error());
    if (trf) {
        auto written = trf_with(*games, std::move(*trf), round);
        doubts = std::move(written.doubts);
        std::ranges::move(written.open, std::back_inserter(doubts));
        return std::move(written.bytes);
    }
    doubts = open_games(*games);
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
    const auto text = written(options, doubts);
    if (!text) return refuse(text.error());
    if (options.output.empty())
        io.out << *text;
    else if (const auto kept = write_file(options.output, *text); !kept)
        return refuse(kept.error());
    for (const auto& doubt : doubts) say(io.err, doubt);
    return doubts.empty() ? success : failed_check;
}

} // namespace adoube::tools
