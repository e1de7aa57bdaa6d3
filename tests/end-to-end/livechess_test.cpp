// Programs that see boards by the LiveChess interface, from virtual boards to JSON.

#include "board_on_call.hpp"
#include "daemon/journal/look.hpp"
#include "reading_program.hpp"
#include "tests/catch.hpp"
#include "tests/livechess_clients.hpp"
#include "tests/unit/server/client.hpp"

#include <csignal>
#include <future>
#include <iterator>

using namespace adoube;
using tests::Hall;

namespace {

std::uint16_t livechess_port(tests::Process& daemon) {
    constexpr std::string_view before = "LiveChess interface is at ws://127.0.0.1:";
    REQUIRE(daemon.wait_for_output(std::string(before)));
    const auto output = daemon.output();
    const auto at = output.rfind(before);
    REQUIRE(at != std::string::npos);
    return static_cast<std::uint16_t>(std::stoi(output.substr(at + before.size())));
}

/// A program's connection.
class Program {
  public:
    explicit Program(std::uint16_t port, const std::string& headers = {}) : client_(port) {
        status_ =
            client_
                .get("/api/v1.0", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                                      headers)
                .status;
    }
    int status() const { return status_; }
    void call(const std::string& text) { client_.send_frame(1, text); }
    std::string next() {
        while (const auto frame = client_.read_frame())
            if (frame->opcode == 1) return frame->payload;
        return {};
    }
    std::string answer(const std::string& text) {
        call(text);
        return next();
    }

  private:
    server::Client client_;
    int status_;
};

/// Follows one board until it knows these moves, or hears nothing more; comes back after each few messages.
std::string followed(std::uint16_t port, const std::string& serialnr, const std::vector<std::string>& moves,
                     int messages_a_visit) {
    tests::Follower follower(serialnr);
    for (int visits = 0; follower.san() != moves; ++visits) {
        if (visits == 1'000) return "it never hears all moves";
        Program program(port);
        for (const auto& call : follower.connected()) program.call(call);
        for (int heard = 0; heard < messages_a_visit && follower.san() != moves; ++heard) {
            const auto message = program.next();
            if (message.empty()) return "it hears nothing more";
            follower.hear(message);
        }
        if (!follower.errors().empty()) return follower.errors().front();
    }
    return {};
}

/// On the disk.
std::ptrdiff_t presses(const Hall& hall) {
    const auto game = journal::read_game(hall.journal(), "E-r1-b1");
    return !game ? 0 : std::ranges::count_if(game->inputs, [](const auto& entry) {
        return entry.line.find("\"press\"") != std::string::npos;
    });
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

constexpr const char* on = "livechess = { listen = \"127.0.0.1:0\", origins = [\"https://lichess.org\"] }\n";

} // namespace

TEST_CASE(
    "programs see every move of boards that are played fast, and when they come back, also after a restart") {
    const std::vector<std::string> games{tests::short_game, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7",
                                         "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"};
    Hall hall({"pty:board-1", "pty:board-2", "pty:board-3"}, on);
    auto daemon = hall.started_daemon();
    const auto port = livechess_port(*daemon);
    std::vector<std::unique_ptr<tests::Process>> boards;
    std::vector<std::future<std::string>> programs;
    for (std::size_t at = 0; at < games.size(); ++at) {
        const auto number = std::to_string(at + 1);
        for (const int messages_a_visit : {7, 1'000})
            programs.push_back(std::async(std::launch::async, [&games, at, number, port, messages_a_visit] {
                return followed(port, number, words(games[at]), messages_a_visit);
            }));
        boards.push_back(hall.start_board(
            number, tests::sensor_log(tests::SimpleHands(400).play(tests::moves_of(games[at]))),
            {"--pty", hall.pty("board-" + number), "--speed", "10", "--wait"}));
    }
    for (auto& program : programs) CHECK(program.get().empty());
    for (auto& board : boards) CHECK(board->wait() == 0);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    daemon = hall.started_daemon();
    Program late(livechess_port(*daemon));
    CHECK(late.answer(R"({"id":1,"call":"eboards"})").find("\"state\":\"NOTRESPONDING\"") !=
          std::string::npos);
    CHECK(late.answer(R"({"id":1,"call":"eboards"})").find("1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5") !=
          std::string::npos);
}

TEST_CASE(
    "a page of a playing site gets its player's moves from a board, and another site's page gets nothing") {
    Hall hall(
        {"pty:board-1", "pty:board-2"},
        "livechess = { listen = \"127.0.0.1:0\", origins = [\"https://lichess.org\"], first_board = 2 }\n");
    auto daemon = hall.started_daemon();
    const auto port = livechess_port(*daemon);
    CHECK(Program(port, "Origin: https://evil.example\r\n").status() == 403);
    tests::BoardOnCall board(hall, "board-2"); // the only one that such a page takes
    Program site(port, "Origin: https://lichess.org\r\n");
    REQUIRE(site.status() == 101);
    tests::PlayingPage page(chess::Side::white);
    for (const auto& call : page.connected()) site.call(call);
    const auto hear_until = [&](std::size_t played) {
        while (page.played().size() < played) {
            const auto message = site.next();
            REQUIRE_FALSE(message.empty());
            for (const auto& call : page.hear(message, 0)) site.call(call);
        }
    };
    board.play("e4");
    hear_until(1);
    page.opponent_moves("e5");
    board.play("e5 Nf3");
    for (std::int64_t now_ms = 0; page.played().size() < 2; now_ms += 2'500) {
        page.let_pass(now_ms);
        if (page.played().size() == 2) break;
        for (const auto& call : page.hear(site.next(), now_ms)) site.call(call);
    }
    CHECK(page.played() == std::vector<std::string>{"e4", "Nf3"});
    CHECK(page.wrong().empty());
    daemon->signal(SIGTERM); // it leaves while the page is connected and hands move
    board.play("Nc6 Bb5");
    CHECK(daemon->wait() == 0);
}

TEST_CASE("with a delay set, programs see nothing, or what the public sees") {
    for (const bool as_public : {false, true}) {
        CAPTURE(as_public);
        Hall hall({"pty:board-1"}, std::string("delay_s = 3600\nlivechess = { listen = \"127.0.0.1:0\"") +
                                       (as_public ? ", when_delayed = \"public\" }\n" : " }\n"));
        auto daemon = hall.started_daemon();
        tests::BoardOnCall board(hall, "board-1");
        board.play("e4 e5 Nf3");
        REQUIRE(tests::wait_until([&] { return presses(hall) == 3; }));
        const auto port = livechess_port(*daemon);
        Program program(port);
        const auto boards = program.answer(R"({"id":1,"call":"eboards"})");
        const auto listed = server::Client(port).get("/api/v1.0/eboards");
        for (const auto& text : {boards, listed.body}) {
            CHECK(text.find("4P3") == std::string::npos);
            CHECK(text.find(as_public ? "DELAYED" : "the public sees this round with a delay") !=
                  std::string::npos);
        }
        CHECK(listed.status == (as_public ? 200 : 403));
    }
}

TEST_CASE("programs see a position that is none of the game at a table without electronics") {
    constexpr const char* after_ke7 = "rnbq1bnr/ppppkppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    Hall hall({""}, std::string(on) + "[[program]]\npty = \"program\"\nboards = [1]\n");
    auto daemon = hall.started_daemon();
    tests::ReadingProgram at_pty(hall.folder / "program");
    at_pty.open({0x42, 0x44});
    Program program(livechess_port(*daemon));
    const auto shown_by_both = [&](const char* placement) {
        return tests::wait_until([&] {
            at_pty.read();
            return at_pty.reader.placement() == placement &&
                   program.answer(R"({"id":1,"call":"eboards"})").find(placement) != std::string::npos;
        });
    };
    CHECK(shown_by_both("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"));
    for (const auto& [word, text] : {std::pair("moves", "1. e4 e5 2. Nf3"), std::pair("move", "Ke7")})
        REQUIRE(tests::run_adoube({"arbiter", "--control", (hall.folder / "hall.control").string(), "--board",
                                   "1", word, text})
                    .status == 0);
    CHECK(shown_by_both(after_ke7));
    for (const auto* between : {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", after_ke7})
        CHECK(std::ranges::find(at_pty.placements, between) != at_pty.placements.end());
    CHECK(at_pty.reader.complaints.empty());
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon();
    CHECK(Program(livechess_port(*daemon)).answer(R"({"id":1,"call":"eboards"})").find(after_ke7) !=
          std::string::npos);
}
