#include "tools/adoube/hall/round_import.hpp"

#include "daemon/tournament/pairings_json.hpp"
#include "daemon/tournament/round_line.hpp"
#include "daemon/tournament/seated_round.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/daemon_line.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/hall/round_file.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using tournament::Player;
using tournament::RoundAsk;
using tournament::RoundFiles;
using tournament::RoundPairings;

std::string shown(const Player& player) {
    auto text = player.title.empty() ? player.name : player.title + ' ' + player.name;
    if (!player.rating.empty()) text += " (" + player.rating + ")";
    return text;
}

void show(const RoundPairings& round, std::ostream& out) {
    say(out, "round " + std::to_string(round.round) + (round.date.empty() ? "" : ", " + round.date) + ": " +
                 std::to_string(round.pairings.size()) + " games");
    for (const auto& [board, white, black] : round.pairings) {
        auto number = board == 0 ? "?" : std::to_string(board);
        number.insert(0, 5 - std::min<std::size_t>(5, number.size()), ' ');
        say(out, number + "  " + shown(white) + " - " + shown(black));
    }
    std::string absent;
    for (const auto& player : round.byes)
        absent += (absent.empty() ? "no game: " : "; ") + player.name +
                  (player.why.empty() ? "" : " (" + player.why + ")");
    if (!absent.empty()) say(out, absent);
}

/// What is found out of a round: told as it comes, or as one document in the end.
class Findings {
  public:
    Findings(const RoundPairings& round, const tournament::Doubts& doubts, Streams io, bool as_json)
        : io_(io), as_json_(as_json), document_(to_json(round)) {
        json::array absent;
        for (const auto& player : round.byes) absent.push_back({{"name", player.name}, {"why", player.why}});
        document_["date"] = round.date.empty() ? json::value() : json::value(round.date);
        document_["absent"] = std::move(absent);
        document_["remarks"] = json::array(doubts.remarks.begin(), doubts.remarks.end());
        document_["wrong"] = json::array(doubts.wrong.begin(), doubts.wrong.end());
        for (const auto* key : {"changes", "refused", "done"}) document_[key] = nullptr;
        if (!as_json) show(round, io.out);
        for (const auto& remark : doubts.remarks) say(for_people(io, as_json), "note: " + remark);
        for (const auto& wrong : doubts.wrong) say(io.err, "doubtful: " + wrong);
    }
    void changes(const std::string& text) {
        document_["changes"] = text;
        if (as_json_) return;
        say(io_.out, "compared with what the daemon has (nothing is changed without --arm):");
        say_lines(io_.out, text);
    }
    void refused(const std::string& why) {
        document_["refused"] = why;
        say_lines(io_.err, "it could not be armed now: " + why);
    }
    void done(const std::string& text) {
        document_["done"] = text;
        if (!as_json_) say_lines(io_.out, text);
    }
    int end(int status) const {
        if (as_json_) put_json(io_.out, document_);
        return status;
    }

  private:
    Streams io_;
    bool as_json_;
    json::object document_;
};

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
        return teller()(round_line(round, ask));
    }
    /// Null: no daemon is there.
    tournament::TellDaemon teller() const {
        if (!is_there_) return {};
        return [control = control_, hall = hall_](const std::string& line) {
            return tools::tell(control, hall, line);
        };
    }

  private:
    Daemon(std::string control, HallOptions hall, bool is_there)
        : control_(std::move(control)), hall_(std::move(hall)), is_there_(is_there) {}

    std::string control_;
    HallOptions hall_;
    bool is_there_;
};

std::expected<RoundFiles, std::string> files_of(const RoundImportOptions& options) {
    auto pairings = read_file(options.file);
    if (!pairings) return std::unexpected(pairings.error());
    RoundFiles files{{options.file, std::move(*pairings)}, {}, {}};
    if (options.round > 0) files.round = options.round;
    if (options.boards.empty()) return files;
    auto boards = read_file(options.boards);
    if (!boards) return std::unexpected(boards.error());
    files.boards = {options.boards, std::move(*boards)};
    return files;
}

std::expected<std::set<int>, std::string> tables_in(const std::string& config) {
    if (config.empty()) return {};
    const auto text = read_file(config);
    if (!text) return std::unexpected(text.error());
    auto tables = tables_of(*text);
    if (!tables) return std::unexpected(config + ": " + tables.error());
    return tables;
}

std::expected<TargetUrls, std::string> target_urls(const std::vector<std::string>& targets) {
    TargetUrls urls;
    for (const auto& target : targets) {
        const auto equals = target.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == target.size())
            return std::unexpected("--target " + target + " is not NAME=URL");
        urls[target.substr(0, equals)] = target.substr(equals + 1);
    }
    return urls;
}

std::expected<std::string, std::string> write(const RoundImportOptions& options, const RoundPairings& round) {
    if (options.config.empty())
        return std::unexpected(
            std::string("-o needs the hall's configuration, --config: it has the boards' ports"));
    const auto text = read_file(options.config);
    if (!text) return std::unexpected(text.error());
    const auto urls = target_urls(options.targets);
    if (!urls) return std::unexpected(urls.error());
    const auto written = with_round(*text, round, *urls);
    if (!written) return std::unexpected(options.config + ": " + written.error());
    if (auto kept = write_file(options.output, written->toml); !kept) return std::unexpected(kept.error());
    auto told = options.output + " is written";
    for (const auto& remark : written->remarks) told += "\nnote: " + remark;
    return told;
}

/// Without --arm: what it would do.
int compare(const Daemon& daemon, const RoundPairings& round, Findings& findings) {
    const auto changes = daemon.tell(round, RoundAsk::changes);
    changes ? findings.changes(*changes) : findings.refused(changes.error());
    return findings.end(changes ? success : failed_check);
}

} // namespace

int run_round_import(const RoundImportOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say_lines(io.err, "adoube round import: " + sentence);
        return bad_input;
    };
    const auto files = files_of(options);
    if (!files) return refuse(files.error());
    const auto daemon = Daemon::find(options);
    if (!daemon) return refuse(daemon.error());
    const auto seated = seat_round(*files, daemon->teller());
    if (!seated) return refuse(seated.error());
    const auto& round = seated->round;
    auto tables = tables_in(options.config);
    if (!tables) return refuse(tables.error());
    if (!options.output.empty()) // tables that it lacks are added
        for (const auto& pairing : round.pairings)
            if (pairing.board > 0) tables->insert(pairing.board);
    const auto doubts = doubts_of(*seated, *tables);
    Findings findings(round, doubts, io, options.json);
    if (!doubts.wrong.empty()) {
        if (options.arm || !options.output.empty())
            say(io.err, "nothing is armed or written: put these right first");
        return findings.end(failed_check);
    }
    if (!options.arm && options.output.empty())
        return daemon->is_there() ? compare(*daemon, round, findings) : findings.end(success);
    const auto done = options.output.empty() ? daemon->tell(round, RoundAsk::nothing) : write(options, round);
    if (!done) return refuse(done.error());
    findings.done(*done);
    return findings.end(success);
}

} // namespace adoube::tools
