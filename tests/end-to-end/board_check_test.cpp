// `adoube board check` on a board whose squares are tested by hand.

#include "answering_board.hpp"
#include "daemon/record/sensor_log.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <csignal>

using namespace adoube;
using tests::Hall;

namespace {

/// Tests the board in the start position, all but `leave_out`.
std::vector<record::Input> testing_hands(chess::Bitboard leave_out) {
    std::vector<record::Input> inputs;
    GameMs t_ms(1'000);
    const auto happen = [&](record::What what) { inputs.push_back({t_ms += 400, std::move(what)}); };
    const auto occupied = chess::Position::start().occupied();
    for (int n = 0; n < 64; ++n) {
        const auto square = static_cast<chess::Square>(n);
        if (chess::contains(leave_out, square)) continue;
        const bool stands = chess::contains(occupied, square);
        for (const bool lift : {stands, !stands})
            lift ? happen(record::Lift{square, {}}) : happen(record::Drop{square, {}});
    }
    for (const auto side : {chess::Side::white, chess::Side::black}) {
        happen(record::Press{side});
        happen(record::Adjust{side});
        happen(record::Call{side});
    }
    return inputs;
}

struct BoardUnderTest {
    Hall hall{{}};
    std::unique_ptr<tests::Process> board, check;

    explicit BoardUnderTest(chess::Bitboard leave_out) {
        board = hall.start_board("1", tests::sensor_log(testing_hands(leave_out)),
                                 {"--tcp", "127.0.0.1:0", "--speed", "0", "--wait", "--stay"});
        REQUIRE(board->wait_for_output("\n"));
        const auto output = board->output();
        const auto at = output.rfind("127.0.0.1:");
        start("tcp:" + output.substr(at, output.find_first_not_of("0123456789", at + 10) - at));
    }
    void start(const std::string& port) {
        check = std::make_unique<tests::Process>(
            std::vector<std::string>{tests::program("adoube"), "board", "check", port},
            hall.folder / "check");
    }
};

} // namespace

TEST_CASE("a board of which every square, lever and button works passes the check before the round") {
    BoardUnderTest test(0);
    CHECK(test.check->wait() == std::optional(0));
    INFO(test.check->output());
    CHECK(test.check->output().ends_with("everything works\n"));
}

TEST_CASE("what does not work is told when the check is ended, and the exit status says so") {
    BoardUnderTest test(chess::bit(*chess::square_from("d5")) | chess::bit(*chess::square_from("a1")));
    CHECK(test.check->wait_for_output("left: a1, d5\n"));
    test.check->signal(SIGINT);
    CHECK(test.check->wait() == std::optional(1));
    CHECK(test.check->output().ends_with("not tested: a1, d5\n"));
}

TEST_CASE("the check leaves a board alone that holds what no daemon has recorded") {
    Hall hall({});
    const auto board = hall.start_board("1", tests::sensor_log(testing_hands(0)),
                                        {"--pty", hall.pty("b"), "--stay", "--speed", "0"});
    REQUIRE(board->wait_for_output("\n"));
    REQUIRE(tests::wait_until([&] {
        const auto info = tests::run_adoube({"board", "info", hall.pty("b")});
        return info.status == 0 && info.output.find("\nevents     0 ") == std::string::npos;
    }));
    tests::Process check({tests::program("adoube"), "board", "check", hall.pty("b")}, hall.folder / "check");
    CHECK(check.wait() == std::optional(2));
    CHECK(check.output().find("has a board that holds") != std::string::npos);
    CHECK(check.output().find("which no daemon has recorded") != std::string::npos);
}

TEST_CASE("a square that is broken from the board's start keeps every other one from being checked") {
    const Hall hall({});
    const tests::AnsweringBoard board({{1'000, wire::EventKind::mask_on, 5}});
    tests::Process check({tests::program("adoube"), "board", "check", board.port()}, hall.folder / "check");
    CHECK(check.wait_for_output("left: "));
    CHECK(tests::wait_until([&] { return board.forgotten() == 1; }));
    check.signal(SIGINT);
    CHECK(check.wait() == std::optional(1));
}

TEST_CASE("a lift that no daemon has recorded is forgotten by the check, as a masked square came before it") {
    const Hall hall({});
    const tests::AnsweringBoard board(
        {{1'000, wire::EventKind::mask_on, 5}, {2'000, wire::EventKind::lift, 12, wire::Content::occupied}});
    tests::Process check({tests::program("adoube"), "board", "check", board.port()}, hall.folder / "check");
    CHECK(check.wait() == std::optional(2));
    CHECK(check.output().find("holds 2 events which no daemon has recorded") != std::string::npos);
    CHECK(board.forgotten() == 0);
}
