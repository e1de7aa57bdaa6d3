// `--json` of every verb of `adoube` that prints facts.

#include "daemon/boost/parse_json.hpp"
#include "process.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <boost/json.hpp>
#include <map>
#include <set>
#include <sstream>

using namespace adoube;

namespace {

const std::string writes = "what it writes is in a format of its own, for programs";
const std::string by_hand = "leads a person through work, step by step";
const std::string done = "prints what was done, in a sentence; the exit status says whether";
const std::string status_has = "GET /api/status of the daemon has it";
const std::string not_yet = "prints facts, but for people alone as yet";

const std::map<std::string, std::string> without{
    {"adoube board check", by_hand},
    {"adoube board calibrate", by_hand},
    {"adoube board flash", done},
    {"adoube evidence export", writes},
    {"adoube evidence report", writes},
    {"adoube evidence checkpoint", writes},
    {"adoube evidence cosign", writes},
    {"adoube evidence key new", writes},
    {"adoube evidence key show", writes},
    {"adoube evidence key backup", done},
    {"adoube evidence key restore", done},
    {"adoube evidence key rotate", done},
    {"adoube evidence key revoke", done},
    {"adoube evidence key vouch", done},
    {"adoube evidence hold", done},
    {"adoube evidence release", done},
    {"adoube evidence delete", done},
    {"adoube journal copy", done},
    {"adoube round import", not_yet},
    {"adoube round results", writes},
    {"adoube round report", writes},
    {"adoube round standings", done},
    {"adoube scoresheet", writes},
    {"adoube notate", writes},
    {"adoube unwinnable", writes},
    {"adoube import dgt", writes},
    {"adoube import millennium", writes},
    {"adoube import chessnut", writes},
    {"adoube import certabo", writes},
    {"adoube exits", not_yet},
    {"adoube replay", writes},
    {"adoube simulate", writes},
    {"adoube targets", status_has},
    {"adoube targets push", done},
    {"adoube targets reset", done},
    {"adoube token new", writes},
    {"adoube token revoke", done},
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

TEST_CASE("JSON of a verb is not one object of the documented keys") {
    const struct {
        std::vector<std::string> words;
        std::vector<std::string> keys;
    } cases[] = {
        {{"laws", "--json"}, {"rules"}},
        {{"laws", "--json", "--edition", "2001"}, {"rules"}},
        {{"perft", "--json", "2"}, {"moves", "total"}},
        {{"token", "list", "--json", "--tokens", "/nonexistent.tokens"}, {"tokens"}},
        {{"board", "list", "--json"}, {"ports", "in_the_loader"}},
        {{"board", "design", "--json", "--placements", "200000"},
         {"safe", "missed_anywhere", "missed_by_hand", "neighbour_felt", "stuck", "wrong_colour",
          "least_weight_g", "apart_mm", "level", "threshold", "release", "felt_from_mm"}},
    };
    for (const auto& [words, keys] : cases) {
        INFO(words.front());
        const auto output = tests::run_adoube(words).output;
        const auto value = parse_json(output.substr(0, output.find('\n')));
        REQUIRE(value);
        REQUIRE(value->is_object());
        for (const auto& key : keys) CHECK(value->get_object().contains(key));
        CHECK(value->get_object().size() == keys.size());
    }
    const auto perft = parse_json(tests::run_adoube({"perft", "--json", "2"}).output);
    CHECK(perft->at("total") == 400);
    CHECK(perft->at("moves").at("e2e4") == 20);
}
