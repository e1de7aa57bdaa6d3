// `--json` of every verb of `adoube` that prints facts.

#include "daemon/boost/parse_json.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace adoube;
namespace json = boost::json;

namespace {

const std::string writes = "what it writes is in a format of its own, for programs";
const std::string becomes = "becomes a server, which goes on";
const std::string by_hand = "leads a person through work, step by step, and has no facts to tell";

const std::map<std::string, std::string> without{
    {"adoube board calibrate", by_hand},
    {"adoube evidence export", writes},     // signed evidence
    {"adoube evidence report", writes},     // a page
    {"adoube evidence checkpoint", writes}, // a signed note
    {"adoube evidence cosign", writes},     // a signed note
    {"adoube evidence pgn", writes},
    {"adoube import dgt", writes}, // a sensor log: an object a line already
    {"adoube import millennium", writes},
    {"adoube import chessnut", writes},
    {"adoube import certabo", writes},
    {"adoube simulate", writes},
    {"adoube broker hub", becomes},
    {"adoube broker leaf", becomes},
    {"adoube certificate new", writes},
};

} // namespace

TEST_CASE("a verb prints facts without --json, or its JSON is not documented") {
    const auto [status, verbs] = tests::run_adoube({"__verbs"});
    REQUIRE(status == 0);
    const auto documented = tests::text_of(tests::project_file("tools/adoube/JSON.md"));
    std::set<std::string> all;
    std::istringstream lines(verbs);
    for (std::string line; std::getline(lines, line);) {
        const auto verb = line.substr(0, line.find(':'));
        INFO(verb);
        all.insert(verb);
        const bool has_json = (line + ' ').find(" --json ") != std::string::npos;
        CHECK(has_json != without.contains(verb));
        const auto name = verb.starts_with("adoube arbiter ") ? "arbiter" : verb.substr(verb.find(' ') + 1);
        if (has_json) CHECK(documented.find('`' + name + '`') != std::string::npos);
    }
    CHECK(all.size() > 50);
    for (const auto& [verb, reason] : without) {
        INFO(verb);
        CHECK(all.contains(verb));
        CHECK_FALSE(reason.empty());
    }
}

namespace {

/// What a verb has on standard output: one JSON object, on one line.
json::object document(std::vector<std::string> words, int status = 0) {
    std::string line;
    for (const auto& word : words) line += word + ' ';
    INFO(line);
    words.insert(words.begin(),
                 {"/bin/sh", "-c", "exec \"$0\" \"$@\" 2>/dev/null", tests::program("adoube")});
    const auto ran = tests::run(std::move(words));
    CHECK(ran.status == status);
    CAPTURE(ran.output);
    CHECK(std::ranges::count(ran.output, '\n') == 1);
    const auto value = parse_json(ran.output);
    REQUIRE(value);
    REQUIRE(value->is_object());
    return value->get_object();
}

void check_keys(const json::object& object, const std::vector<std::string>& keys) {
    for (const auto& key : keys) {
        INFO(key);
        CHECK(object.contains(key));
    }
    CHECK(object.size() == keys.size());
}

const std::vector<std::string> played{"tags", "start", "moves", "clocks_ms", "result"};

} // namespace

TEST_CASE("JSON of a verb is not one object of the documented keys") {
    const tests::TemporaryFolder folder;
    const auto tokens = (folder / "hall.tokens").string(), key = (folder / "hall.key").string();
    auto replayed = played;
    replayed.insert(replayed.end(), {"log", "incidents"});
    const struct {
        std::vector<std::string> words;
        std::vector<std::string> keys;
        int status = 0;
    } cases[] = {
        {{"laws", "--json"}, {"rules"}},
        {{"laws", "--json", "--edition", "2001"}, {"rules"}},
        {{"perft", "--json", "2"}, {"moves", "total"}},
        {{"notate", "--json", tests::project_file("tools/games/immortal.pgn")}, played},
        {{"replay", "--json", tests::project_file("tests/replay/logs/adjust-then-castling.jsonl")}, replayed},
        {{"token", "list", "--json", "--tokens", tokens}, {"tokens"}},
        {{"token", "new", "--json", "--tokens", tokens, "--name", "Otto", "--role", "operator"},
         {"id", "name", "role", "boards", "made", "expires", "revoked", "good", "token"}},
        {{"token", "revoke", "--json", "--tokens", tokens, "1"}, {"ok", "answer"}},
        {{"evidence", "key", "new", "--json", key}, {"key"}},
        {{"evidence", "key", "show", "--json", key}, {"key"}},
        {{"board", "list", "--json"}, {"ports", "in_the_loader"}},
        {{"board", "design", "--json", "--placements", "200000"},
         {"safe", "missed_anywhere", "missed_by_hand", "neighbour_felt", "stuck", "wrong_colour",
          "least_weight_g", "apart_mm", "level", "threshold", "release", "felt_from_mm"}},
    };
    for (const auto& [words, keys, status] : cases) check_keys(document(words, status), keys);
    const auto perft = document({"perft", "--json", "2"});
    CHECK(perft.at("total") == 400);
    CHECK(perft.at("moves").at("e2e4") == 20);
}

TEST_CASE("JSON of a hall is not one object of the documented keys, or tells another state of it") {
    tests::Hall hall({"", ""});
    auto daemon = hall.started_daemon();
    const auto path = [&](const char* name) { return (hall.folder / name).string(); };
    std::ofstream(path("round.csv"))
        << "board;white;black\n1;Adams, Ann;Baker, Ben\n2;Cole, Cleo;Dean, Dora\n";
    const auto at_hall = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--json", "--control", path("hall.control")});
        return words;
    };
    const std::vector<std::string> found{"round", "rounds",  "games",   "byes",    "date", "absent",
                                         "wrong", "remarks", "changes", "refused", "done"};
    const auto compared = document(at_hall({"round", "import", path("round.csv"), "--round", "1"}));
    check_keys(compared, found);
    CHECK(compared.at("games").as_array().size() == 2);
    CHECK(compared.at("changes").is_string());
    CHECK(compared.at("done").is_null());
    const auto armed = document(at_hall({"round", "import", path("round.csv"), "--round", "1", "--arm"}));
    check_keys(armed, found);
    CHECK(armed.at("done").is_string());
    check_keys(document({"arbiter", "--json", "--control", path("hall.control"), "--board", "1", "moves",
                         "1. e4 e5"}),
               {"ok", "answer"});

    const std::vector<std::string> page{"now",    "event",    "rounds", "delay_ms", "configured_delay_ms",
                                        "public", "protected"};
    auto exits = document(at_hall({"exits"}));
    check_keys(exits, page);
    check_keys(exits.at("public").at(0).as_object(), {"where", "to_whom", "late_ms", "late", "what"});
    CHECK(exits.at("public").at(0).at("late_ms") == 0);
    check_keys(document(at_hall({"exits", "--delay", "15m"})), {"ok", "answer"});
    exits = document(at_hall({"exits"}));
    CHECK(exits.at("delay_ms") == 900'000);
    CHECK(exits.at("configured_delay_ms") == 0);
    CHECK(exits.at("public").at(0).at("late_ms") == 900'000);
    check_keys(document(at_hall({"targets"})), {"now", "targets"});
    check_keys(document(at_hall({"round", "standings", "--none"})), {"ok", "answer"});

    const auto results = document(at_hall({"round", "results", "--round", "1"}), 1);
    check_keys(results, {"round", "games", "open"});
    REQUIRE(results.at("games").as_array().size() == 2);
    CHECK(results.at("games").at(0).at("white") == "Adams, Ann");
    CHECK(results.at("games").at(0).at("result").is_null());
    CHECK(results.at("open").as_array().size() == 2);

    const auto of_journal = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--json", "--journal", hall.journal().string()});
        return document(words);
    };
    const auto sheets = of_journal({"scoresheet", "--round", "1", "-o", path("round.pdf")});
    check_keys(sheets, {"file", "games", "missing", "without_font"});
    REQUIRE(sheets.at("games").as_array().size() == 1);
    CHECK(sheets.at("games").at(0).at("in_play") == true);
    CHECK(sheets.at("missing") == json::array{"board 2, Cole, Cleo - Dean, Dora: has not begun"});
    CHECK(tests::text_of(path("round.pdf")).starts_with("%PDF"));
    const auto report = of_journal({"round", "report"});
    check_keys(report, {"games", "unread"});
    REQUIRE(report.at("games").as_array().size() == 1);
    CHECK(report.at("games").at(0).at("result") == "*");
    check_keys(of_journal({"evidence", "hold", "--board", "1", "--why", "appeal"}), {"ok", "answer"});
    const auto kept = of_journal({"evidence", "list"});
    check_keys(kept, {"games", "deleted"});
    CHECK(kept.at("games").at(0).at("hold").at("why") == "appeal");
    const auto copied =
        document({"journal", "copy", "--json", hall.journal().string(), "-o", path("copy.journal")});
    check_keys(copied, {"copy", "games", "inputs", "last_ms"});
    CHECK(copied.at("games") == 1);
}
