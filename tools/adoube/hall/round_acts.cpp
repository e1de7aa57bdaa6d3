#include "tools/adoube/hall/round_acts.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <vector>

namespace adoube::tools {
namespace {

namespace json = boost::json;

std::string line_of(const RoundActOptions& options, bool asks) {
    json::object round{{"round", std::to_string(options.round)}};
    if (asks) round["ask"] = "doubts";
    const bool unstarts = options.verb == "unstart", reopens = options.verb == "reopen";
    if (unstarts || reopens) round["of"] = unstarts ? "start" : "close";
    return json::serialize(json::object{{unstarts ? "reopen" : options.verb, std::move(round)}});
}

/// A sentence each; none where nothing speaks against it.
std::vector<std::string> lines_in(const std::string& answer) {
    std::vector<std::string> lines;
    if (answer == "ok") return lines; // as tell_daemon says where nothing is told
    for (std::size_t at = 0; at <= answer.size();) {
        const auto end = std::min(answer.find('\n', at), answer.size());
        lines.push_back(answer.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

bool is_wanted(const RoundActOptions& options, const std::vector<std::string>& doubts, Streams io) {
    if (options.yes || options.json || doubts.empty()) return true;
    for (const auto& doubt : doubts) say(io.out, doubt);
    const char* const does = options.verb == "start" ? "Start" : "Close"; // nothing speaks against the others
    io.out << does << " round " << options.round << " all the same? [y/N] " << std::flush;
    std::string answer;
    return read_line(io.in, answer) == Line::read && (answer == "y" || answer == "yes");
}

} // namespace

int run_round_act(const RoundActOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube round " + options.verb + ": " + sentence);
        return bad_input;
    };
    const auto asked = tell(options.control, options.hall, line_of(options, true));
    if (!asked) return refuse(asked.error());
    const auto doubts = lines_in(*asked);
    if (!is_wanted(options, doubts, io)) return refuse("the round stays as it was");
    const auto done = tell(options.control, options.hall, line_of(options, false));
    if (!done) return refuse(done.error());
    if (options.json)
        io.out << json::serialize(json::object{
                      {"ok", true}, {"answer", *done}, {"doubts", json::array(doubts.begin(), doubts.end())}})
               << '\n';
    else
        say(io.out, *done);
    return success;
}

} // namespace adoube::tools
