#include "daemon/adoubed/exits.hpp"

#include "daemon/adoubed/kept_delay.hpp"
#include "daemon/text/local_time.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

struct Late {
    std::optional<std::int64_t> ms; // empty: it is no matter of time, or nothing leaves there
    std::string in_words;
};
Late late(std::int64_t delay_ms) { return {delay_ms, late_in_words(delay_ms)}; }
const Late at_once = late(0);
const Late never{std::nullopt, "-"};

struct Exit {
    std::string where, to_whom;
    Late late;
    std::string what;
};

constexpr const char* public_view = "position, moves, their number, clocks, names, result";
constexpr const char* everything = "every touch, incidents, all that arbiters see";

std::string list_of(const std::vector<int>& boards) {
    if (boards.empty()) return "all boards";
    std::string text = boards.size() == 1 ? "board " : "boards ";
    for (const int number : boards) text += (number == boards.front() ? "" : ", ") + std::to_string(number);
    return text;
}

std::string site(const server::Origin& origin) {
    const bool usual = origin.port == (origin.https ? 443 : 80);
    return (origin.https ? "https://" : "http://") + origin.host +
           (usual ? "" : ':' + std::to_string(origin.port));
}

/// "https://127.0.0.1:8080", or "port 8080 of this computer, in every network (https)".
std::string pages_at(const Config& config) {
    const std::string scheme = config.tls ? "https" : "http";
    const auto at = listen_text(config.listen);
    if (!is_everywhere(config.listen)) return scheme + "://" + at;
    return "port " + at.substr(at.rfind(':') + 1) + " of this computer, in every network (" + scheme + ")";
}

Exit pages(const Config& config, std::int64_t delay_ms) {
    std::string to_whom = is_loopback(config.listen) ? "programs of this computer, and whom a proxy lets in"
                                                     : "everybody who reaches this address";
    return {"pages, live feed and PGN at " + pages_at(config), std::move(to_whom), late(delay_ms),
            std::string(public_view) + "; the standings that are given"};
}

std::string name_of_target(const std::string& target) { return "target " + target; }

Exit target(const TargetConfig& target, std::int64_t delay_ms) {
    const auto& settings = target.settings;
    return {name_of_target(settings.name) + ": " + std::string(targets::host_of(settings.any_url())),
            "whoever reads there", late(std::max(delay_ms, target.delay_ms)),
            std::string(public_view) + "; " + list_of(settings.boards)};
}

Exit printer(const PrintConfig& print) {
    return {"printer " + print.printer,
            "who stands at it",
            {std::nullopt, "at the end of each game"},
            "full scoresheets: also draw offers, claims, illegal moves"};
}

Exit livechess(const LiveChessConfig& livechess, std::int64_t delay_ms) {
    std::string whom = "programs of this computer";
    for (const auto& origin : livechess.origins) whom += ", pages of " + site(origin);
    const auto where = name_of(livechess);
    if (delay_ms > 0)
        return livechess.when_delayed == LiveChessConfig::WhenDelayed::refuse
                   ? Exit{where, whom, never, "nothing while there is a delay"}
                   : Exit{where, whom, late(delay_ms), public_view};
    return {where, whom, at_once,
            livechess.pieces_in_the_air ? "every touch of every board"
                                        : "every completed move of every board"};
}

Exit program(const ProgramConfig& program, std::int64_t delay_ms) {
    const auto where = name_of(program);
    const auto* const whom = "programs of this computer's user and group";
    const auto boards = "; " + list_of(program.boards);
    if (!is_offered(program, delay_ms)) return {where, whom, never, "nothing while there is a delay"};
    if (delay_ms > 0) return {where, whom, late(delay_ms), public_view + boards};
    return {where, whom, at_once,
            (program.pieces_in_the_air ? "every touch" : "every completed move") + boards};
}

void close(std::vector<Exit>& exits, const ClosedExits& closed) {
    for (auto& exit : exits)
        if (const auto found = closed.find(exit.where); found != closed.end()) {
            exit.late = never;
            exit.what = "nothing, as it is closed: " + found->second;
        }
}

void remark_on(std::vector<Exit>& exits, const std::map<std::string, std::string>& of_targets) {
    for (const auto& [target, remark] : of_targets)
        for (auto& exit : exits)
            if (exit.where.starts_with(name_of_target(target) + ":")) exit.what += "; " + remark;
}

std::vector<Exit> public_exits(const Config& config, std::int64_t delay_ms) {
    std::vector<Exit> exits;
    exits.push_back(pages(config, delay_ms));
    if (!config.pgn_directory.empty())
        exits.push_back({"PGN files in " + config.pgn_directory.string(), "whoever reads that folder",
                         late(delay_ms), public_view});
    for (const auto& each : config.targets) exits.push_back(target(each, delay_ms));
    if (config.stream)
        exits.push_back({"stream " + config.stream->event + " at " + config.stream->url,
                         "displays, and whoever that server lets read it", late(delay_ms),
                         std::string(public_view) + "; the standings that are given"});
    if (config.livechess) exits.push_back(livechess(*config.livechess, delay_ms));
    for (const auto& each : config.programs) exits.push_back(program(each, delay_ms));
    return exits;
}

std::vector<Exit> protected_exits(const Config& config) {
    std::vector<Exit> exits;
    if (!config.tokens.empty()) {
        exits.push_back({"arbiters' feed, on the pages' address",
                         "arbiters with a token of " + config.tokens.string(), at_once,
                         std::string(everything) + "; their boards"});
        exits.push_back({"fair-play exit, on the pages' address",
                         "fair-play officers with a token of " + config.tokens.string(), at_once,
                         "complete PGN of all boards"});
        exits.push_back(
            {"metrics, on the pages' address", "monitors with a token of " + config.tokens.string(), at_once,
             "counts and faults, no moves; the records of all boards together grow with each touch"});
    }
    if (!config.print.printer.empty()) exits.push_back(printer(config.print));
    for (const auto& cosigner : config.cosigners)
        exits.push_back(
            {"co-signing, on the pages' address", cosigner.name, at_once, "hashes of the record, no moves"});
    exits.push_back(
        {name_of_control_socket(config), "whoever uses this computer as its user", at_once, everything});
    exits.push_back(
        {"journal " + config.journal.string(), "whoever can read that file", at_once, everything});
    if (config.standby)
        exits.push_back({"log of the hall at " + config.standby->broker.url,
                         "the daemon that stands by; whoever has " + config.standby->key.string() +
                             ", and can read that server or that computer",
                         at_once, std::string(everything) + "; sealed on the way, kept on that computer"});
    if (!config.journal_copy.empty())
        exits.push_back({"copy of the journal " + config.journal_copy.string(), "whoever can read that file",
                         at_once, everything});
    return exits;
}

std::string in_lines(const Exit& exit) {
    return "  " + exit.where + "\n    to whom:  " + exit.to_whom + "\n    how late: " + exit.late.in_words +
           "\n    what:     " + exit.what + '\n';
}

std::string tag(const Config& config, const char* name) {
    const auto found = config.header.tags.find(name);
    return found == config.header.tags.end() ? "?" : found->second;
}

} // namespace

std::string name_of(const LiveChessConfig& livechess) {
    return "LiveChess interface at " + listen_text(livechess.listen);
}
std::string name_of(const ProgramConfig& program) { return "DGT protocol at " + program.pty.string(); }
std::string name_of_control_socket(const Config& config) {
    return "control socket " + control_path(config).string();
}

namespace {

struct Exits {
    std::vector<Exit> open, guarded;
};
Exits all_exits(const Config& config, std::int64_t delay_ms, const ExitsNow& now) {
    Exits all{public_exits(config, delay_ms), protected_exits(config)};
    close(all.open, now.closed);
    close(all.guarded, now.closed);
    remark_on(all.open, now.of_targets);
    return all;
}

json::array json_of(const std::vector<Exit>& exits) {
    json::array all;
    for (const auto& exit : exits)
        all.push_back({{"where", exit.where},
                       {"to_whom", exit.to_whom},
                       {"late_ms", exit.late.ms ? json::value(*exit.late.ms) : json::value()},
                       {"late", exit.late.in_words},
                       {"what", exit.what}});
    return all;
}

} // namespace

std::string exits_json(const Config& config, std::int64_t delay_ms, const ExitsNow& now) {
    const auto [open, guarded] = all_exits(config, delay_ms, now);
    return json::serialize(json::object{{"now", now.utc_ms.count()},
                                        {"event", tag(config, "Event")},
                                        {"rounds", now.rounds},
                                        {"delay_ms", delay_ms},
                                        {"configured_delay_ms", config.delay_ms},
                                        {"public", json_of(open)},
                                        {"protected", json_of(guarded)}});
}

std::string exits_page(const Config& config, std::int64_t delay_ms, const ExitsNow& now) {
    const auto [open, guarded] = all_exits(config, delay_ms, now);
    std::string text = "What leaves the hall of " + tag(config, "Event") + ", " + now.rounds + ", on " +
                       text::local_second(now.utc_ms.count() / 1000) +
                       "\n\nDelay of all public exits: " + delay_in_words(delay_ms);
    if (delay_ms != config.delay_ms)
        text += " (set while the round ran; configured: " + delay_in_words(config.delay_ms) + ")";
    text += "\n\nPublic exits\n";
    for (const auto& exit : open) text += in_lines(exit);
    text += "\nProtected exits, which are never delayed\n";
    for (const auto& exit : guarded) text += in_lines(exit);
    return text + "\nChief arbiter: ____________________________   Date: ______________\n";
}

std::string opened_in_words(const Config& config, DelayChange delay) {
    const auto before = public_exits(config, delay.before_ms), now = public_exits(config, delay.now_ms);
    std::string text;
    for (std::size_t at = 0; delay.now_ms == 0 && at < now.size(); ++at)
        if (now[at].what != before[at].what)
            text += (text.empty() ? "" : "\n") + now[at].where + " would show " + now[at].what +
                    ", at once, to " + now[at].to_whom;
    return text;
}

std::string change_in_words(const Config& config, DelayChange delay, const ClosedExits& closed) {
    const auto before = public_exits(config, delay.before_ms);
    auto now = public_exits(config, delay.now_ms);
    close(now, closed);
    std::string text = "the public sees this hall " + late_in_words(delay.now_ms) + " from now on";
    if (delay.now_ms == delay.before_ms)
        text = "the public sees this hall " + late_in_words(delay.now_ms) + ", as before";
    else
        text += "; until now it was " + late_in_words(delay.before_ms);
    for (std::size_t at = 0; at < now.size(); ++at)
        if (now[at].what != before[at].what) text += "\n" + now[at].where + " shows " + now[at].what;
    return text;
}

} // namespace adoube::adoubed
