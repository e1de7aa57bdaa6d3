#include "tools/adoube/hall/round_import.hpp"

#include "daemon/tournament/board_order.hpp"
#include "daemon/tournament/doubts.hpp"
#include "tools/adoube/common/daemon_line.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/pairing_file.hpp"
#include "tools/adoube/hall/round_file.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>

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

/// The daemon that is named, or runs here; with -o none.
class Daemon {
  public:
    static std::expected<Daemon, std::string> find(const RoundImportOptions& options) {
        Daemon daemon{options.control, options.hall, false};
        if (!options.output.empty()) return daemon;
        const bool is_named = !options.control.empty() || !options.hall.url.empty();
        if (!is_named) {
            auto found = find_control();
            if (!found && options.arm) return std::unexpected(found.error());
            daemon.control_ = found.value_or("");
        }
        daemon.is_there_ = is_named || !daemon.control_.empty();
        return daemon;
    }
    bool is_there() const { return is_there_; }
    std::expected<std::string, std::string> tell(const RoundPairings& round, RoundAsk ask) const {
        return tools::tell(control_, hall_, control_line(round, ask));
    }

  private:
    Daemon(std::string control, HallOptions hall, bool is_there)
        : control_(std::move(control)), hall_(std::move(hall)), is_there_(is_there) {}

    std::string control_;
    HallOptions hall_;
    bool is_there_;
};

/// Where the daemon has the games now; new ones come to the first free boards, as proposed.
std::expected<void, std::string> take_boards_of(const Daemon& daemon, RoundPairings& round) {
    const auto boards = daemon.tell(round, RoundAsk::boards);
    if (!boards) return std::unexpected(boards.error());
    std::istringstream numbers(*boards);
    for (auto& pairing : round.pairings)
        if (!(numbers >> pairing.board))
            return std::unexpected(std::string("the daemon does not tell the games' boards: it is another "
                                               "version than this command"));
    std::ranges::stable_sort(round.pairings, {}, &tournament::Pairing::board);
    return {};
}

/// Boards from the other list, the daemon, or proposed.
std::expected<Doubts, std::string> seat(const RoundImportOptions& options, const Daemon& daemon,
                                        PairingFile& file) {
    Doubts doubts;
    if (!options.boards.empty()) {
        const auto list = read_pairings(options.boards, file.round.round);
        if (!list) return std::unexpected(list.error());
        if (list->round.pairings.empty() && !file.round.pairings.empty())
            return std::unexpected(options.boards + ": " + no_opponents(list->round));
        doubts.wrong = take_boards(file.round.pairings, list->round.pairings);
        return doubts;
    }
    if (file.has_boards || file.round.pairings.empty()) return doubts;
    propose_boards(file.round.pairings);
    if (!daemon.is_there()) {
        doubts.remarks.push_back(
            "the file has no boards: these go from the best score down; to have others, name "
            "a list that has them with --boards");
        return doubts;
    }
    if (const auto taken = take_boards_of(daemon, file.round); !taken) return std::unexpected(taken.error());
    doubts.remarks.push_back("the file has no boards: games that are armed keep theirs, others go to the "
                             "first free ones, from the best score down; to have others, name a list that "
                             "has them with --boards");
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

std::string control_line(const RoundPairings& round, RoundAsk ask) {
    json::array games;
    for (const auto& pairing : round.pairings) {
        json::object tags;
        for (const auto& [name, value] : tags_of(pairing)) tags[name] = value;
        json::object game{{"tags", std::move(tags)}};
        if (ask != RoundAsk::boards) game["board"] = pairing.board;
        games.push_back(std::move(game));
    }
    json::object line{{"tags", json::object{{"Round", std::to_string(round.round)}}},
                      {"games", std::move(games)}};
    if (ask != RoundAsk::nothing) line["ask"] = ask == RoundAsk::boards ? "boards" : "changes";
    return json::serialize(json::object{{"round", std::move(line)}});
}

namespace {

/// Without --arm: what it would do.
int compare(const Daemon& daemon, const RoundPairings& round, Streams io) {
    const auto changes = daemon.tell(round, RoundAsk::changes);
    if (!changes) {
        say_lines(io.err, "it could not be armed now: " + changes.error());
        return failed_check;
    }
    say(io.out, "compared with what the daemon has (nothing is changed without --arm):");
    say_lines(io.out, *changes);
    return success;
}

} // namespace

int run_round_import(const RoundImportOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say_lines(io.err, "adoube round import: " + sentence);
        return bad_input;
    };
    auto file = read_pairings(options.file, options.round > 0 ? std::optional(options.round) : std::nullopt);
    if (!file) return refuse(file.error());
    const auto daemon = Daemon::find(options);
    if (!daemon) return refuse(daemon.error());
    const auto seated = seat(options, *daemon, *file);
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
    if (!doubts.wrong.empty()) {
        if (options.arm || !options.output.empty())
            say(io.err, "nothing is armed or written: put these right first");
        return failed_check;
    }
    if (!options.arm && options.output.empty())
        return daemon->is_there() ? compare(*daemon, file->round, io) : success;
    const auto done =
        options.output.empty() ? daemon->tell(file->round, RoundAsk::nothing) : write(options, file->round);
    if (!done) return refuse(done.error());
    say_lines(io.out, *done);
    return success;
}

} // namespace adoube::tools
