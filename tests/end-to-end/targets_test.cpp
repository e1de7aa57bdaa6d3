// The real daemon, a board that is played on, and sites that the games are sent to.

#include "board_on_call.hpp"
#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/says.hpp"
#include "tests/unit/upload/http_site.hpp"

#include <csignal>
#include <fstream>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;
using tests::HttpSite;

namespace {

constexpr auto target_token = "lip_s3cret";

std::string targets_of(const std::string& lichess, const std::string& files) {
    return "[[target]]\nname = \"lichess\"\nkind = \"lichess\"\nurl = \"" + lichess +
           "/push\"\ntoken_file = \"target.token\"\n[[target]]\nname = \"web\"\nkind = \"file\"\nurl = \"" +
           files + "/games.pgn\"\neach_game = \"" + files + "/{id}.pgn\"\ntoken_file = \"target.token\"\n";
}

void make_token(const Hall& hall) {
    std::ofstream(hall.folder / "target.token") << target_token << '\n';
    std::filesystem::permissions(hall.folder / "target.token",
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

tests::Ran say(const Hall& hall, std::vector<std::string> words) {
    std::vector<std::string> command{words[0], "--control", (hall.folder / "hall.control").string()};
    command.insert(command.end(), words.begin() + 1, words.end());
    return tests::run_adoube(std::move(command));
}

std::string line_at(const HttpSite& site) {
    std::string line;
    auto lichess = site.lichess();
    for (const auto& move : lichess.chapters["E-r1-b1"].mainline) line += move.san + ' ';
    return line;
}

} // namespace

TEST_CASE("what is played does not reach the sites, or nobody is told what a site shows after a move was "
          "taken back") {
    const tests::HeldPort later;
    HttpSite lichess("Bearer " + std::string(target_token));
    const auto files = "http://127.0.0.1:" + std::to_string(later.number());
    Hall hall({"pty:board-1"}, targets_of(lichess.url(HttpSite::round), files));
    make_token(hall);
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5 Nf3 Nc6");
    REQUIRE(tests::wait_until([&] { return line_at(lichess) == "e4 e5 Nf3 Nc6 "; }));
    REQUIRE(daemon->wait_for_output("target web: 127.0.0.1:" + std::to_string(later.number())));
    const auto failing = say(hall, {"targets"}).output;
    tests::says(failing, "web: failing for ");
    tests::says(failing, "; tried again until it works; 2 files not sent yet; next try ");
    HttpSite web("Bearer " + std::string(target_token), later.number()); // the line is back
    REQUIRE(tests::wait_until([&] { return web.files().size() == 2; }, std::chrono::seconds(90)));
    for (const auto* file : {"/games.pgn", "/E-r1-b1.pgn"}) tests::says(web.files()[file], "Nc6");
    CHECK(say(hall, {"arbiter", "--board", "1", "takeback", "1"}).status == 0);
    REQUIRE(
        daemon->wait_for_output("2... Nc6, which was taken back on the board; nothing more of this game"));
    CHECK(say(hall, {"arbiter", "--board", "1", "move", "Nf6"}).status == 0);
    REQUIRE(tests::wait_until([&] { return web.files()["/games.pgn"].find("Nf6") != std::string::npos; }));
    tests::says(say(hall, {"targets"}).output, "the site shows 2... Nc6, the board 2... Nf6");
    CHECK(line_at(lichess) == "e4 e5 Nf3 Nc6 ");
    CHECK(say(hall, {"targets", "reset", "other"}).status == 2);
    CHECK(say(hall, {"targets", "reset", "lichess"}).status == 0);
    REQUIRE(tests::wait_until([&] { return line_at(lichess) == "e4 e5 Nf3 Nf6 "; }));
    CHECK(lichess.lichess().chapters["E-r1-b1"].variations == 0);
    CHECK(tests::wait_until([&] {
        return say(hall, {"targets"}).output.find("lichess: up to date: the site has taken all") !=
               std::string::npos;
    }));
    CHECK(say(hall, {"arbiter", "--board", "1", "takeback", "2"}).status == 0);
    REQUIRE(daemon->wait_for_output("2... Nf6, which was taken back on the board"));
    CHECK(daemon->output().find("s3cret") == std::string::npos);
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon();
    CHECK(tests::wait_until([&] {
        return say(hall, {"targets"}).output.find("Nf6, which was taken back") != std::string::npos;
    }));
    CHECK(daemon->output().find("s3cret") == std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a site that was away gets what was played meanwhile only once somebody pushes") {
    const tests::HeldPort held;
    const auto authorization = "Bearer " + std::string(target_token);
    auto site = std::make_unique<HttpSite>(authorization, held.number());
    Hall hall({"pty:board-1"}, targets_of(site->url(HttpSite::round), site->url("")));
    make_token(hall);
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    REQUIRE(tests::wait_until([&] { return line_at(*site) == "e4 e5 " && site->files().size() == 2; }));
    site.reset();
    board.play("Nf3 Nc6 Bb5");
    REQUIRE(daemon->wait_for_output("target lichess: 127.0.0.1:"));
    REQUIRE(daemon->wait_for_output("target web: 127.0.0.1:"));
    const auto failing = say(hall, {"targets"}).output;
    tests::says(failing, "lichess: failing for ");
    tests::says(failing, "; 1 game not sent yet; next try ");
    tests::says(failing, "to do: nothing at first, as all is sent by itself once the site answers");
    site = std::make_unique<HttpSite>(authorization, held.number());
    const auto is_whole = [&] {
        const auto files = site->files();
        return line_at(*site) == "e4 e5 Nf3 Nc6 Bb5 " && files.size() == 2 &&
               std::ranges::all_of(
                   files, [](const auto& file) { return file.second.find("Bb5") != std::string::npos; });
    };
    REQUIRE(tests::wait_until(is_whole, std::chrono::seconds(60)));
    REQUIRE(daemon->wait_for_output("target lichess: what it is sent is taken again"));
    REQUIRE(daemon->wait_for_output("target web: what it is sent is taken again"));
    CHECK(tests::wait_until([&] {
        const auto told = say(hall, {"targets"}).output;
        return told.find("lichess: up to date: the site has taken all") != std::string::npos &&
               told.find("web: up to date: the site has taken all") != std::string::npos;
    }));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a second round goes into the first one's round of lichess, and nobody is told before it does") {
    HttpSite lichess("Bearer " + std::string(target_token)), web("Bearer " + std::string(target_token));
    const auto round = lichess.url(HttpSite::round);
    Hall hall({"", ""}, targets_of(round, web.url("")));
    make_token(hall);
    auto daemon = hall.started_daemon();
    for (const char* board : {"1", "2"})
        REQUIRE(say(hall, {"arbiter", "--board", board, "result", "1-0"}).status == 0);
    REQUIRE(tests::wait_until([&] { return lichess.lichess().chapters.size() == 2; }));
    const auto list = (hall.folder / "round-2.csv").string();
    std::ofstream(list) << "Round 2\nboard;white;black\n1;Ann Adams;Cat Cole\n2;Ben Baker;Dan Dunn\n";
    const auto import = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"round", "import", list};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run_adoube(std::move(words));
    };
    const auto control = (hall.folder / "hall.control").string(), next = (hall.folder / "next.toml").string();
    const auto told = round + " shows round 1, and round 2 comes into it, too; for each round its own, add a";
    tests::says(import({"--control", control}).output, told);
    CHECK(daemon->output().find("come into") == std::string::npos); // nothing is armed
    const std::vector<std::string> write{"--config", hall.config().string(), "-o", next};
    tests::says(import(write).output,
                "note: target lichess stays " + round + "/push: if that is the site's round 1");
    const auto armed = import({"--control", control, "--arm"});
    CHECK(armed.status == 0);
    tests::says(armed.output, told);
    REQUIRE(daemon->wait_for_output("games of round 2 come into " + round + ", which shows round 1"));
    tests::says(say(hall, {"targets"}).output, "; it shows rounds 1, 2 as one");
    const auto page = say(hall, {"exits"}).output;
    tests::says(page, "What leaves the hall of E, round 2, on ");
    tests::says(page, "; all boards; rounds 1, 2 as one");
    CHECK(import({"--control", control, "--arm"}).output.find("comes into") == std::string::npos);
    const auto another = "https://lichess.example/api/broadcast/round/Second00/push";
    auto moved = write;
    moved.insert(moved.end(), {"--target", std::string("lichess=") + another});
    CHECK(import(moved).output.find("note: target") == std::string::npos);
    tests::says(tests::text_of(next), std::string("url = '") + another + "'");
    moved.back() = std::string("lichess2=") + another;
    const auto unknown = import(moved);
    CHECK(unknown.status == 2);
    tests::says(unknown.output, "it has no [[target]] with the name lichess2");
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}
