#include "tools/adoube/hall/round_import.hpp"

#include "daemon/tournament/board_order.hpp"
#include "daemon/tournament/doubts.hpp"
#include "tools/adoube/common/daemon_line.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/pairing_file.hpp"
#include "tools/adoube/hall/round_file.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iterator>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using tournament::Doubts;
using tournament::Player;
using tournament::RoundPairings;

std::string shown(const Player& player) {
    auto text = player.title.empty() ? player.name : player.title + ' ' + player.name;
    if (!player.rating.empty()) text += " (" + player.rating + ")";
    return text;
}

void show(const RoundPairings& round, std::ostream& out) {
    say(out,
        "round " + std::to_string(round.round) + ": " + std::to_string(round.pairings.size()) + " games");
    for (const auto& [board, white, black] : round.pairings) {
        auto number = board == 0 ? "?" : std::to_string(board);
        number.insert(0, 5 - std::min<std::size_t>(5, number.size()), ' ');
        say(out, number + "  " + shown(white) + " - " + shown(black));
    }
    std::string absent;
    for (const auto& player : round.byes) absent += (absent.empty() ? "no game: " : "; ") + player.name;
    if (!absent.empty()) say(out, absent);
}

/// Boards from the other list, or proposed.
std::expected<Doubts, std::string> seat(const RoundImportOptions& options, PairingFile& file) {
    Doubts doubts;
    if (!options.boards.empty()) {
        const auto list = read_pairings(options.boards, file.round.round);
        if (!list) return std::unexpected(list.error());
        doubts.wrong = take_boards(file.round.pairings, list->round.pairings);
    } else if (!file.has_boards) {
        propose_boards(file.round.pairings);
        doubts.remarks.push_back(
            "the file has no boards: these go from the best score down; to have others, name "
            "a list that has them with --boards");
    }
    return doubts;
}

std::expected<std::set<int>, std::string> tables_in(const std::string& config) {
    if (config.empty()) return {};
    const auto text = read_file(config);
    if (!text) return std::unexpected(text.error());
    auto tables = tables_of(*text);
    if (!tables) return std::unexpected(config + ": " + tables.error());
    return tables;
}

std::expected<std::string, std::string> arm(const RoundImportOptions& options, const RoundPairings& round) {
    const auto line = control_line(round);
    if (!options.hall.url.empty()) {
        auto client = HallClient::make(options.hall);
        if (!client) return std::unexpected(client.error());
        const auto answer = client->command(line);
        return answer ? told_by(*answer) : answer;
    }
    const auto control = options.control.empty() ? find_control() : options.control;
    return control ? tell_daemon(*control, line) : control;
}

std::expected<std::string, std::string> write(const RoundImportOptions& options, const RoundPairings& round) {
    if (options.config.empty())
        return std::unexpected(
            std::string("-o needs the hall's configuration, --config: it has the boards' ports"));
    const auto text = read_file(options.config);
    if (!text) return std::unexpected(text.error());
    const auto written = with_round(*text, round);
    if (!written) return std::unexpected(options.config + ": " + written.error());
    if (auto kept = write_file(options.output, *written); !kept) return std::unexpected(kept.error());
    return options.output + " is written";
}

} // namespace

std::string control_line(const RoundPairings& round) {
    json::array games;
    for (const auto& pairing : round.pairings) {
        json::object tags;
        for (const auto& [name, value] : tags_of(pairing)) tags[name] = value;
        games.push_back(json::object{{"board", pairing.board}, {"tags", std::move(tags)}});
    }
    return json::serialize(
        json::object{{"round", json::object{{"tags", json::object{{"Round", std::to_string(round.round)}}},
                                            {"games", std::move(games)}}}});
}

int run_round_import(const RoundImportOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube round import: " + sentence);
        return bad_input;
    };
    auto file = read_pairings(options.file, options.round > 0 ? std::optional(options.round) : std::nullopt);
    if (!file) return refuse(file.error());
    const auto seated = seat(options, *file);
    if (!seated) return refuse(seated.error());
    auto tables = tables_in(options.config);
    if (!tables) return refuse(tables.error());
    if (!options.output.empty()) // tables that it lacks are added
        for (const auto& pairing : file->round.pairings)
            if (pairing.board > 0) tables->insert(pairing.board);
    auto doubts = tournament::doubts_of(file->round, *tables);
    std::ranges::copy(seated->wrong, std::back_inserter(doubts.wrong));
    std::ranges::copy(seated->remarks, std::back_inserter(doubts.remarks));
    show(file->round, io.out);
    for (const auto& remark : doubts.remarks) say(io.out, "note: " + remark);
    for (const auto& wrong : doubts.wrong) say(io.err, "doubtful: " + wrong);
    const bool acts = options.arm || !options.hall.url.empty() || !options.output.empty();
    if (!doubts.wrong.empty()) {
        if (acts) say(io.err, "nothing is armed or written: put these right first");
        return failed_check;
    }
    if (!acts) return success;
    const auto done = options.output.empty() ? arm(options, file->round) : write(options, file->round);
    if (!done) return refuse(done.error());
    say(io.out, *done);
    return success;
}

} // namespace adoube::tools
