#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tools/adoube/games/import_dgt.hpp"
#include "tools/adoube/games/replay.hpp"

#include <boost/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace adoube;
using namespace adoube::tools;
using tests::text_of;

namespace {

namespace fs = std::filesystem;

const std::string header = R"({"log":"adoube-sensor-log","version":1,"sensing":"presence","laws":"2023"})"
                           "\n";
const std::string first_move = R"({"t":1000,"lift":"e2"})"
                               "\n"
                               R"({"t":1500,"drop":"e4"})"
                               "\n"
                               R"({"t":2000,"press":"w"})"
                               "\n";
const std::string reply = R"({"t":5000,"lift":"e7"})"
                          "\n"
                          R"({"t":5500,"drop":"e5"})"
                          "\n"
                          R"({"t":6000,"press":"b"})"
                          "\n";

/// Replays logs in a temporary folder.
struct Desk {
    tests::TemporaryFolder folder;
    std::string said, printed;
    ReplayOptions options;

    Desk() { options.out_dir = (folder / "out").string(); }

    Desk& log(const std::string& name, const std::string& text) {
        std::ofstream(folder / name, std::ios::binary) << text;
        options.logs.push_back((folder / name).string());
        return *this;
    }
    int replay(const std::string& input = "") {
        std::istringstream in(input);
        std::ostringstream out, err;
        const int status = run_replay(options, {in, out, err});
        printed = out.str();
        said = err.str();
        return status;
    }
    std::string moves(const std::string& name) {
        const auto text = text_of(folder.path() / "out" / (name + ".pgn"));
        return moves_in(text);
    }
    static std::string moves_in(const std::string& text) {
        const auto game = chess::PgnReader(text).next();
        REQUIRE(game);
        REQUIRE(*game);
        std::string moves;
        for (const auto& each : (*game)->moves) moves += (moves.empty() ? "" : " ") + to_uci(each.move);
        return moves;
    }
};

} // namespace

TEST_CASE("replay: a log does not become a game and its incidents") {
    Desk desk;
    desk.log("one.jsonl", header +
                              R"({"t":100,"lift":"g1"})"
                              "\n"
                              R"({"t":900,"drop":"g1"})"
                              "\n" +
                              first_move + reply);
    CHECK(desk.replay() == 0);
    CHECK(desk.said == "");
    CHECK(desk.moves("one") == "e2e4 e7e5");
    const auto incidents = text_of(desk.folder / "out/one.incidents.jsonl");
    CHECK(incidents.starts_with(R"({"seq":1,"t":2000,"kind":"touch-move","article":"4.3.1","laws":"2023")"));
    CHECK(incidents.ends_with("\n"));
}

TEST_CASE("replay: a garbage line is not named, or costs the game before it") {
    Desk desk;
    desk.log("bad.jsonl", header + first_move + "garbage\n" + reply)
        .log("good.jsonl", header + first_move + reply);
    CHECK(desk.replay() == 2);
    CHECK(desk.said.find("bad.jsonl:5: ") != std::string::npos);
    CHECK(desk.moves("bad") == "e2e4");
    CHECK(desk.moves("good") == "e2e4 e7e5");
}

TEST_CASE("replay: a log that was cut off costs more than its last line") {
    const std::string whole = header + first_move + reply;
    for (std::size_t cut = header.size(); cut <= whole.size(); ++cut) {
        Desk desk;
        desk.log("cut.jsonl", whole.substr(0, cut));
        INFO("cut at " << cut);
        CHECK(desk.replay() == 0);
        const bool at_line_end = whole[cut - 1] == '\n' || whole[cut] == '\n';
        CHECK(desk.said.empty() == at_line_end);
    }
}

TEST_CASE("replay: what is no sensor log is taken for one, or stops the others") {
    Desk desk;
    desk.log("empty.jsonl", "").log("text.jsonl", "Hello\n").log("half.jsonl", header.substr(0, 30));
    desk.options.logs.push_back((desk.folder / "absent.jsonl").string());
    desk.options.logs.push_back(desk.folder.path().string());
    desk.log("good.jsonl", header + first_move);
    CHECK(desk.replay() == 2);
    for (const auto* name :
         {"empty.jsonl:1: this is no sensor log", "text.jsonl:1: this is no sensor log",
          "half.jsonl:1: this is no sensor log", "absent.jsonl: cannot be read: No such file"})
        CHECK(desk.said.find(name) != std::string::npos);
    CHECK(desk.moves("good") == "e2e4");
    CHECK(!fs::exists(desk.folder / "out/text.pgn"));
}

TEST_CASE("replay: time that goes back, and an unknown input, are taken") {
    Desk desk;
    desk.log("back.jsonl", header + first_move +
                               R"({"t":1,"lift":"e7"})"
                               "\n")
        .log("unknown.jsonl", header + first_move +
                                  R"({"t":9000,"sneeze":"w"})"
                                  "\n");
    CHECK(desk.replay() == 2);
    CHECK(desk.said.find("back.jsonl:5: \"t\" goes back from 2000 to 1") != std::string::npos);
    CHECK(desk.said.find("unknown.jsonl:5: unknown input \"sneeze\"") != std::string::npos);
}

TEST_CASE("replay: standard input does not go to standard output") {
    Desk desk;
    desk.options.logs = {"-"};
    desk.options.out_dir.clear();
    CHECK(desk.replay(header + first_move) == 0);
    CHECK(Desk::moves_in(desk.printed) == "e2e4");
    desk.log("one.jsonl", header);
    CHECK(desk.replay(header) == 2);
    CHECK(desk.said.find("--out") != std::string::npos);
}

TEST_CASE("replay: --json loses a log, its game or an incident, or something else is on its output") {
    Desk desk;
    desk.options.out_dir.clear();
    desk.options.json = true;
    desk.log("a", header + first_move + reply).log("bad", "nonsense\n").log("b", header + first_move);
    CHECK(desk.replay() == 2);
    std::istringstream lines(desk.printed);
    std::vector<boost::json::object> games;
    for (std::string line; std::getline(lines, line);) games.push_back(boost::json::parse(line).as_object());
    REQUIRE(games.size() == 2);
    CHECK(games[0].at("log").as_string() == desk.options.logs[0]);
    CHECK(games[0].at("moves") == boost::json::array{"e4", "e5"});
    CHECK(games[0].at("incidents").as_array().empty());
    CHECK(games[0].at("result") == "*");
    CHECK(games[1].at("log").as_string() == desk.options.logs[2]);
    CHECK(games[1].at("moves") == boost::json::array{"e4"});
    Desk touched;
    touched.options.json = true;
    touched.log("t", header + R"({"t":1000,"press":"w"})" + "\n");
    CHECK(touched.replay() == 0);
    const auto told = boost::json::parse(touched.printed).as_object();
    const auto in_file = text_of(touched.folder.path() / "out" / "t.incidents.jsonl");
    REQUIRE(told.at("incidents").as_array().size() == 1);
    CHECK(boost::json::serialize(told.at("incidents").at(0)) + "\n" == in_file);
}

TEST_CASE("replay: one log overwrites another of the same name") {
    Desk desk;
    fs::create_directory(desk.folder / "a");
    desk.log("one.jsonl", header + first_move).log("a/one.jsonl", header);
    CHECK(desk.replay() == 2);
    CHECK(desk.moves("one") == "e2e4");
    CHECK(desk.said.find("a/one.jsonl: another log of this name") != std::string::npos);
}

TEST_CASE("replay: an output folder that cannot be made is not named") {
    Desk desk;
    desk.log("one.jsonl", header);
    desk.options.out_dir = (desk.folder / "one.jsonl/out").string();
    CHECK(desk.replay() == 2);
    CHECK(desk.said.find("one.jsonl/out: cannot be made: ") != std::string::npos);
}

TEST_CASE("replay: --laws and --sensing do not override the log") {
    Desk desk;
    std::string identity = header;
    identity.replace(identity.find("presence"), 8, "identity");
    desk.log("one.jsonl", identity +
                              R"({"t":100,"lift":"g1","piece":"N"})"
                              "\n"
                              R"({"t":900,"drop":"g1","piece":"N"})"
                              "\n" +
                              R"({"t":1000,"lift":"e2","piece":"P"})"
                              "\n"
                              R"({"t":1500,"drop":"e4","piece":"P"})"
                              "\n" +
                              R"({"t":2000,"press":"w"})"
                              "\n");
    desk.options.laws = laws::Edition::laws_2009;
    desk.options.sensing = record::Sensing::presence;
    CHECK(desk.replay() == 0);
    CHECK(text_of(desk.folder / "out/one.incidents.jsonl").find(R"("article":"4.3a","laws":"2009")") !=
          std::string::npos);
}

TEST_CASE("replay: a real game, recorded by a DGT board, loses a move") {
    const fs::path recorded = fs::path(tests::shared_data("dgt-capture"));
    if (!fs::exists(recorded)) {
        WARN("skipped: " << recorded << " is not here");
        return;
    }
    Desk desk;
    std::istringstream in;
    std::ostringstream out, err;
    const auto log = (desk.folder / "game.jsonl").string();
    REQUIRE(run_import_dgt({(recorded / "game-1.inbytes").string(), log}, {in, out, err}) == 0);
    std::istringstream words(text_of(recorded / "game-1.uci"));
    std::string played;
    for (std::string word; words >> word;)
        if (word.find('.') == std::string::npos && word != "*") played += (played.empty() ? "" : " ") + word;
    REQUIRE(played.size() > 100);
    desk.options.logs = {log};
    for (const auto sensing :
         {record::Sensing::presence, record::Sensing::colour, record::Sensing::identity}) {
        desk.options.sensing = sensing;
        CHECK(desk.replay() == 0);
        CHECK(desk.moves("game") == played);
    }
}

TEST_CASE("replay: a real game on a magnetic board, where only White has hands, loses a move") {
    const fs::path recorded = fs::path(tests::shared_data("square-off-capture"));
    if (!fs::exists(recorded)) {
        WARN("skipped: " << recorded << " is not here");
        return;
    }
    const auto pgn = text_of(recorded / "game.pgn");
    const auto game = chess::PgnReader(pgn).next().value().value();
    std::vector<std::string> black;
    chess::Game replayed(game.start);
    std::vector<std::string> white_to;
    for (const auto& each : game.moves) {
        if (replayed.position().to_move() == chess::Side::black)
            black.push_back(to_san(replayed.position(), each.move));
        else
            white_to.push_back(to_string(destination(each.move)));
        replayed.play(each.move);
    }
    std::istringstream words(text_of(recorded / "events.txt"));
    std::string log = header;
    std::size_t ply = 0;
    for (std::string word; words >> word;) {
        const auto colon = word.find(':');
        if (colon == std::string::npos || word.size() != colon + 4 ||
            (word.back() != 'u' && word.back() != 'd'))
            continue;
        const auto t = std::to_string(std::llround(std::stod(word) * 1000));
        const auto square = word.substr(colon + 1, 2);
        log +=
            R"({"t":)" + t + R"(,")" + (word.back() == 'u' ? "lift" : "drop") + R"(":")" + square + "\"}\n";
        if (word.back() == 'd' && ply < black.size() && square == white_to[ply])
            log += R"({"t":)" + t + R"(,"arbiter":{"do":"move","san":")" + black[ply++] + "\"}}\n";
    }
    REQUIRE(ply == black.size());
    Desk desk;
    desk.log("game.jsonl", log);
    CHECK(desk.replay() == 0);
    CHECK(desk.moves("game") == Desk::moves_in(pgn));
    CHECK(text_of(desk.folder / "out/game.pgn").find("[Result \"1-0\"]") != std::string::npos);
}

TEST_CASE("replay: what was believed is not explained, input by input") {
    Desk desk;
    desk.options.out_dir.clear();
    desk.options.explain = true;
    desk.log("one.jsonl", header + first_move);
    CHECK(desk.replay() == 0);
    CHECK(desk.printed.starts_with("2: {\"t\":1000,\"lift\":\"e2\"}\n"
                                   "    no move since, touched e2, and the board differs: cost 0\n"
                                   "3: {\"t\":1500,\"drop\":\"e4\"}\n"
                                   "    no move since, touched e2, on the board 1. e4: cost 0\n"
                                   "4: {\"t\":2000,\"press\":\"w\"}\n"));
    CHECK(Desk::moves_in(desk.printed.substr(desk.printed.find('['))) == "e2e4");
    desk.log("two.jsonl", header + first_move);
    CHECK(desk.replay() == 2);
    CHECK(desk.said == "adoube replay: --explain takes one log at a time\n");
}
