// `adoube board info` and `adoube board monitor`.

#include "answering_board.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/record/sensor_log.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <csignal>
#include <sstream>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

namespace {

const std::string few_moves = "e4 e5 Nf3 Nc6";

struct Talk {
    Hall hall{{}};
    std::vector<record::Input> sent = SimpleHands(50).play(tests::moves_of(few_moves));
    std::unique_ptr<tests::Process> board;

    /// "--pty", "board" is `port()`.
    explicit Talk(std::vector<std::string> options) {
        std::ranges::replace(options, std::string("board"), hall.pty("board"));
        board = hall.start_board("e66058388360322c", tests::sensor_log(sent), options);
        REQUIRE(board->wait_for_output("\n"));
    }
    std::unique_ptr<tests::Process> run(std::vector<std::string> words) {
        words.insert(words.begin(), {tests::program("adoube"), "board"});
        return std::make_unique<tests::Process>(std::move(words), hall.folder / "out");
    }
    std::string port() const { return "pty:" + hall.pty("board"); }
};

struct AtOnce : Talk {
    AtOnce() : Talk({"--pty", "board", "--speed", "0", "--wait", "--stay"}) {}
};

int lines_with(const std::string& text, const std::string& part) {
    std::istringstream in(text);
    int count = 0;
    for (std::string line; std::getline(in, line);)
        if (line.find(part) != std::string::npos) ++count;
    return count;
}

} // namespace

TEST_CASE("a board tells who it is, what is set, how it fares and what its clock shows") {
    Talk talk({"--tcp", "127.0.0.1:0", "--speed", "1", "--stay"});
    const auto output = talk.board->output();
    const auto at = output.rfind("127.0.0.1:");
    const auto info =
        talk.run({"info", "tcp:" + output.substr(at, output.find_first_not_of("0123456789", at + 10) - at)});
    CHECK(info->wait() == std::optional(0));
    const auto told = info->output();
    CAPTURE(told);
    CHECK(told.starts_with("board      e66058388360322c\nfirmware   0.1.0\nsenses     presence\n"));
    CHECK(told.find("has        clock lever, j'adoube buttons, buttons to call the arbiter\n") !=
          std::string::npos);
    CHECK(told.find(", room for 4096\n") != std::string::npos);
    CHECK(told.find("settings   a scan every 1000 us, debounced for 5000 us, ") != std::string::npos);
    CHECK(told.find("health     nothing wrong\n") != std::string::npos);
    CHECK(told.find("clock      started ") != std::string::npos);
    CHECK(told.find(" s ago, known to ") != std::string::npos);
}

TEST_CASE("what a board's chip knows is waited for") {
    const tests::AnsweringBoard board;
    const tests::TemporaryFolder folder;
    tests::Process info({tests::program("adoube"), "board", "info", board.port()}, folder / "out");
    CHECK(info.wait() == std::optional(0));
    CHECK(lines_with(info.output(), "supply     4.98 V") == 1);
}

TEST_CASE("a board tells what is wrong with it, and how fast its clock runs where that is watched") {
    const tests::AnsweringBoard board;
    const tests::TemporaryFolder folder;
    tests::Process info({tests::program("adoube"), "board", "info", "--drift", board.port()}, folder / "out");
    CHECK(info.wait() == std::optional(0));
    const auto told = info.output();
    CAPTURE(told);
    CHECK(told.starts_with("board      00000000000b0a7d\n"));
    CHECK(told.find("health     masked: a1, 3 scans that were late\n") != std::string::npos);
    CHECK(told.find("supply     4.98 V\ncondition  its supply sank") != std::string::npos);
    const auto at = told.find("; runs ");
    REQUIRE(at != std::string::npos);
    CHECK(told.find(" ppm fast", at) != std::string::npos);
    const auto error = told.find("give or take ", at);
    REQUIRE(error != std::string::npos);
    CHECK(std::abs(std::stod(told.substr(at + 7)) - tests::AnsweringBoard::ppm_fast) <=
          std::stod(told.substr(error + 13)) + 0.2);
}

TEST_CASE("a board's state as JSON lacks what people are told of it") {
    const tests::AnsweringBoard board;
    const auto ran = tests::run_adoube({"board", "info", "--json", board.port()});
    CHECK(ran.status == 0);
    const auto told = parse_json(ran.output.substr(0, ran.output.find('\n')));
    REQUIRE(told);
    CHECK(told->at("board") == "00000000000b0a7d");
    CHECK(told->at("health").at("masked").as_array() == boost::json::array{"a1"});
    CHECK(told->at("health").at("late_scans") == 3);
    CHECK(told->at("supply_mv") == 4980);
    CHECK(told->at("condition").as_array().size() == 1);
    CHECK(told->at("time").at("drift_ppm").is_null());
    CHECK(told->at("usb").is_null());
}

TEST_CASE_METHOD(AtOnce,
                 "what happens on a board is shown as it comes, and stays on the board for a daemon") {
    for (int round = 0; round < 2; ++round) {
        std::filesystem::remove(hall.folder / "out");
        const auto monitor = run({"monitor", port()});
        REQUIRE(tests::wait_until([&] { return lines_with(monitor->output(), " press Black") == 2; }));
        monitor->signal(SIGINT);
        CHECK(monitor->wait() == std::optional(0));
        const auto shown = monitor->output();
        CAPTURE(shown);
        CHECK(shown.find("stands on the board: 32 pieces") != std::string::npos);
        CHECK(lines_with(shown, " lift ") == 4);
        CHECK(lines_with(shown, " drop ") == 4);
        CHECK(lines_with(shown, " #0      lift e2") == 1);
        CHECK(lines_with(shown, " #1      drop e4") == 1);
    }
}

TEST_CASE_METHOD(AtOnce, "what happens on a board can be a sensor log, and be taken from the board") {
    const auto monitor = run({"monitor", "--json", "--take", port()});
    REQUIRE(tests::wait_until([&] { return lines_with(monitor->output(), "press") == 4; }));
    monitor->signal(SIGINT);
    CHECK(monitor->wait() == std::optional(0));
    std::istringstream in(monitor->output());
    std::string line;
    REQUIRE(std::getline(in, line));
    CHECK(record::parse_header(line).has_value());
    std::vector<record::Input> seen;
    while (std::getline(in, line)) {
        const auto input = record::parse_input(line, record::Sensing::presence);
        REQUIRE(input.has_value());
        if (!std::holds_alternative<record::Snapshot>(input->what)) seen.push_back(*input);
    }
    REQUIRE(seen.size() == sent.size());
    for (std::size_t at = 0; at < seen.size(); ++at) {
        CHECK(to_line(record::Input{{}, seen[at].what}) == to_line(record::Input{{}, sent[at].what}));
        CHECK(seen[at].t_ms - seen[0].t_ms == sent[at].t_ms - sent[0].t_ms);
    }
    std::filesystem::remove(hall.folder / "out");
    const auto info = run({"info", port()});
    CHECK(info->wait() == std::optional(0));
    CHECK(info->output().find("events     0 that no daemon has recorded") != std::string::npos);
}

TEST_CASE_METHOD(AtOnce, "a board that is taken away ends what watches it, with one sentence") {
    const auto monitor = run({"monitor", port()});
    REQUIRE(monitor->wait_for_output("lift e2"));
    board->signal(SIGKILL);
    CHECK(monitor->wait() == std::optional(2));
    CHECK(monitor->output().ends_with("adoube: port " + port() + " was closed: the other end is gone\n"));
}

TEST_CASE("a port without a board is told of by name, whatever is asked of it") {
    for (const std::string verb : {"info", "monitor"}) {
        for (const auto& [port, sentence] :
             {std::pair("usb:e66058388360322c",
                        "adoube: port usb:e66058388360322c is not there: is the board plugged in?\n"),
              std::pair("nowhere", "adoube: port \"nowhere\" is none that is known")}) {
            const auto ran = tests::run_adoube({"board", verb, port});
            CHECK(ran.status == 2);
            CHECK(ran.output.starts_with(sentence));
        }
    }
}
