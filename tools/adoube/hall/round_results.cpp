#include "tools/adoube/hall/round_results.hpp"

#include "daemon/results/sent_results.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::tools {
namespace {

using results::HallGame;
using tournament::Player;
using tournament::Trf;

std::string tag(const HallGame& game, const std::string& name) {
    const auto found = game.tags.find(name);
    return found == game.tags.end() ? std::string() : found->second;
}

std::string cell(const std::string& text) {
    if (text.find_first_of(";\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string csv_of(const std::vector<HallGame>& games) {
    std::string text = "round;board;white;black;result;white_no;black_no;white_fide_id;black_fide_id;game\n";
    for (const auto& game : games) {
        text += cell(tag(game, "Round")) + ';' + std::to_string(game.board);
        for (const auto* name : {"White", "Black"}) text += ';' + cell(tag(game, name));
        text += ';' + std::string(game.score ? to_string(*game.score) : "*");
        for (const auto* name : {"WhiteStartNo", "BlackStartNo", "WhiteFideId", "BlackFideId"})
            text += ';' + cell(tag(game, name));
        text += ';' + cell(game.id) + '\n';
    }
    return text;
}

std::string pgn_of(const std::vector<HallGame>& games) {
    std::string text;
    for (const auto& game : games) text += game.pgn;
    return text;
}

/// By start number, else by FIDE id, else by name, as a name may have been corrected.
int start_number(const HallGame& game, const std::string& side, const Trf& trf) {
    Player player;
    const auto number = tag(game, side + "StartNo");
    std::from_chars(number.data(), number.data() + number.size(), player.start_number);
    if (trf.players().contains(player.start_number)) return player.start_number;
    player.start_number = 0;
    player.fide_id = tag(game, side + "FideId");
    player.name = tag(game, side);
    const auto found =
        std::ranges::find_if(trf.players(), [&](const auto& one) { return is_same(one.second, player); });
    return found == trf.players().end() ? 0 : found->first;
}

std::vector<std::string> open_games(const Trf& trf, int round, const std::vector<HallGame>& games) {
    std::vector<std::string> open;
    for (const auto& pairing : trf.round(round).pairings) {
        if (trf.has_result(round, pairing.white.start_number)) continue;
        const auto here = std::ranges::find_if(games, [&](const HallGame& game) {
            return start_number(game, "White", trf) == pairing.white.start_number;
        });
        const auto board = here == games.end() ? "" : ", board " + std::to_string(here->board);
        open.push_back("open: " + pairing.white.name + " - " + pairing.black.name + board);
    }
    return open;
}

std::expected<std::string, std::string> trf_with(const std::vector<HallGame>& games, Trf trf, int round,
                                                 std::vector<std::string>& doubts) {
    for (const auto& game : games) {
        if (!game.score) continue;
        const int white = start_number(game, "White", trf), black = start_number(game, "Black", trf);
        const auto told = "board " + std::to_string(game.board) + ", " + game.players() + ' ' +
                          std::string(to_string(*game.score)) + ": ";
        if (white == 0 || black == 0)
            doubts.push_back(told + "not both players are in the file");
        else if (const auto set = trf.set_score(round, white, black, *game.score); !set)
            doubts.push_back(told + set.error());
    }
    std::ranges::move(open_games(trf, round, games), std::back_inserter(doubts));
    return trf.bytes();
}

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
    if (trf) return trf_with(*games, std::move(*trf), round, doubts);
    for (const auto& game : *games)
        if (!game.score)
            doubts.push_back("open: " + game.players() + ", board " + std::to_string(game.board));
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
