#include "tools/adoube/hall/arbiter.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tools/adoube/common/daemon_line.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <fstream>
#include <sstream>

using namespace adoube::tools;

namespace {

ArbiterOptions said(std::string verb, std::vector<std::string> words) {
    ArbiterOptions options;
    options.board = 3;
    options.verb = std::move(verb);
    options.words = std::move(words);
    return options;
}

} // namespace

TEST_CASE("arbiter says something else to the daemon than was typed") {
    const struct {
        const char* verb;
        std::vector<std::string> words;
        const char* line;
    } rows[] = {
        {"result", {"-/+"}, R"("arbiter":{"do":"result","result":"-/+"})"},
        {"move", {"Nf3"}, R"("arbiter":{"do":"move","san":"Nf3"})"},
        {"takeback", {}, R"("arbiter":{"do":"takeback"})"},
        {"takeback", {"2"}, R"("arbiter":{"do":"takeback","plies":2})"},
        {"position",
         {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
         R"("arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})"},
        {"time", {"w=3600", "b=3500"}, R"("arbiter":{"do":"time","w":3600000,"b":3500000})"},
        {"time", {"b=+120"}, R"("arbiter":{"do":"time","add_b":120000})"},
        {"time", {"b=+120", "w=-60"}, R"("arbiter":{"do":"time","add_b":120000,"add_w":-60000})"},
        {"promoted", {"e8=N"}, R"("arbiter":{"do":"promoted","square":"e8","piece":"N"})"},
        {"dismiss", {"12"}, R"("arbiter":{"do":"dismiss","incident":12})"},
        {"pause", {}, R"("arbiter":{"do":"pause"})"},
        {"resume", {}, R"("arbiter":{"do":"resume"})"},
        {"adjourn", {}, R"("arbiter":{"do":"adjourn"})"},
        {"adjourn", {"Nf3"}, R"("arbiter":{"do":"adjourn","sealed":"Nf3"})"},
        {"offer", {"w"}, R"("offer":"w")"},
        {"accept", {"b"}, R"("accept":"b")"},
        {"decline", {"b"}, R"("decline":"b")"},
        {"resign", {"w"}, R"("resign":"w")"},
        {"flag", {"b"}, R"("flag":"b")"},
        {"claim", {"w", "fifty"}, R"("claim":"w","on":"fifty")"},
        {"claim", {"w", "repetition", "Nf3"}, R"("claim":"w","on":"repetition","move":"Nf3")"},
        {"exchange", {"usb:00000000000000a2"}, R"("port":"usb:00000000000000a2")"},
        {"adjust", {"w"}, R"("adjust":"w")"},
        {"call", {"w"}, R"("call":"w")"},
    };
    for (const auto& row : rows) {
        const auto line = control_line(said(row.verb, row.words));
        REQUIRE(line);
        CHECK(*line == "{\"board\":\"3\"," + std::string(row.line) + "}");
    }
}

TEST_CASE("arbiter says of another game what is said of the named one") {
    auto options = said("result", {"1-0"});
    options.game = "E-r1-b3";
    CHECK(control_line(options) ==
          R"({"board":"3","game":"E-r1-b3","arbiter":{"do":"result","result":"1-0"}})");
}

TEST_CASE("arbiter arms a game with other names, or with more than was said") {
    auto options = said("arm", {});
    CHECK(control_line(options) == R"({"board":"3","arm":{}})");
    options.white = "Ann \"A\"";
    options.tags = {"WhiteElo=2100", "Site=a=b"};
    options.time_control = "180+2";
    options.chess960 = "true";
    CHECK(control_line(options) ==
          R"({"board":"3","arm":{"tags":{"White":"Ann \"A\"","WhiteElo":"2100","Site":"a=b"},)"
          R"("time_control":"180+2","chess960":true}})");
    options.chess960 = "518";
    CHECK(control_line(options)->ends_with(R"("time_control":"180+2","chess960":518}})"));
    options.supervised = "no";
    CHECK(control_line(options)->ends_with(R"("chess960":518,"supervised":false}})"));
    options.chess960 = "five";
    CHECK(!control_line(options));
    options.chess960.clear();
    options.tags = {"WhiteElo"};
    CHECK(!control_line(options));
}

TEST_CASE("arbiter sends words that mean nothing") {
    const std::pair<const char*, std::vector<std::string>> rows[] = {
        {"result", {}},
        {"result", {"1-0", "0-1"}},
        {"takeback", {"x"}},
        {"time", {}},
        {"time", {"w"}},
        {"time", {"x=5"}},
        {"time", {"w=5s"}},
        {"time", {"w=+-5"}},
        {"time", {"w=3600", "b=+120"}},
        {"pause", {"now"}},
        {"dismiss", {}},
        {"offer", {}},
        {"claim", {"w"}},
        {"promoted", {}},
        {"promoted", {"a8"}},
        {"time", {"w=-99999"}},
        {"position", {"8/8", "w"}},
    };
    for (const auto& [verb, words] : rows) {
        const auto line = control_line(said(verb, words));
        CAPTURE(verb);
        REQUIRE(!line);
        CHECK(line.error().starts_with(std::string(verb) + " takes: "));
    }
    CHECK(control_line(said("dance", {})).error() == "\"dance\" is nothing that an arbiter says");
}

TEST_CASE("arbiter tells no more than that something failed where no daemon is") {
    const adoube::tests::TemporaryFolder folder;
    for (const auto& path : {(folder / "none").string(), (folder / std::string(200, 'x')).string()}) {
        auto options = said("pause", {});
        options.control = path;
        std::istringstream in;
        std::ostringstream out, err;
        CHECK(run_arbiter(options, {in, out, err}) == 2);
        CHECK(out.str().empty());
        CHECK(err.str().starts_with("adoube arbiter: no daemon is at " + path));
    }
}

TEST_CASE("an arbiter must name the daemon though there is only one, or speaks to one of two") {
    using Acceptor = boost::asio::local::stream_protocol::acceptor;
    const adoube::tests::TemporaryFolder folder, run;
    const auto service = run / "control";
    const auto found = [&] { return find_control(folder.path(), service); };
    boost::asio::io_context context;
    CHECK(found().error().starts_with("no daemon is in this folder, nor is one at " + service.string()));
    Acceptor of_service(context, service.string());
    CHECK(found() == service.string());
    Acceptor(context, (folder / "killed.control").string()); // nobody listens any more
    std::ofstream(folder / "notes.control") << "no socket";
    CHECK(found() == service.string());
    Acceptor open(context, (folder / "open.control").string());
    CHECK(found() == (folder / "open.control").string());
    Acceptor other(context, (folder / "blitz.control").string());
    CHECK(found().error() == "more than one daemon is in this folder (blitz.control, open.control): name one "
                             "with --control");
    open.close();
    CHECK(found() == (folder / "blitz.control").string());
}

TEST_CASE("an arbiter waits without a word while the daemon cannot write its journal") {
    namespace asio = boost::asio;
    const adoube::tests::TemporaryFolder folder;
    const auto path = (folder / "hall.control").string();
    asio::io_context context;
    const asio::local::stream_protocol::acceptor listening(context, path); // nobody answers
    const auto told = tell_daemon(path, R"({"board":1,"call":"w"})", std::chrono::milliseconds(20));
    REQUIRE_FALSE(told);
    CHECK(told.error().find("has not written this into its journal yet") != std::string::npos);
}
