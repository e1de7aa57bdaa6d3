// Everything that leaves a hall at once, and one delay before all of it.

#include "board_on_call.hpp"
#include "reading_program.hpp"
#include "tests/pdf_text.hpp"
#include "tests/says.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/upload/http_site.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/json.hpp>

#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>

using namespace adoube;
using server::Client;
using tests::BoardOnCall;
using tests::Hall;
using tests::HttpSite;

namespace {

/// Of the round as JSON, which has the time of the answer too.
std::string moves_in(const std::string& round) {
    const auto at = round.find("\"moves\"");
    return at == std::string::npos ? round : round.substr(at, round.find("]]", at) - at);
}

std::string new_token(const Hall& hall, const std::string& role) {
    const auto made = tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(),
                                         "--name", "Fay", "--role", role});
    REQUIRE(made.status == 0);
    return made.output.substr(made.output.find("adoube_"), 56);
}

/// The part of the daemon's status, as an operator reads it.
std::string closed_exits(const tests::Process& daemon, const std::string& token) {
    Client client(static_cast<std::uint16_t>(std::stoi(tests::served_port(daemon))));
    const auto status = client.get("/api/status", "Authorization: Bearer " + token + "\r\n").body;
    const auto part = boost::json::parse(status).at("closed_exits");
    return boost::json::serialize(part);
}

/// A hall with every exit there is.
struct OpenHall {
    std::string of_target; // further lines of its configuration
    HttpSite site{"Bearer s3cret"};
    Hall hall{{"pty:board-1"},
              "tokens = \"hall.tokens\"\n[livechess]\nlisten = \"127.0.0.1:0\"\n[[program]]\npty = "
              "\"program\"\nboards = [1]\n[[target]]\nname = \"web\"\nkind = \"file\"\nurl = \"" +
                  site.url("/games.pgn") + "\"\ntoken_file = \"target.token\"\n" + of_target};
    std::unique_ptr<tests::Process> daemon;
    std::string officer;
    bool reads_pdf = tests::has_command("pdftotext");

    explicit OpenHall(std::string lines = {}) : of_target(std::move(lines)) {
        std::ofstream(hall.folder / "target.token") << "s3cret\n";
        std::filesystem::permissions(hall.folder / "target.token", std::filesystem::perms(0600));
        officer = new_token(hall, "fair-play");
        daemon = hall.started_daemon();
    }
    Client::Response get(const std::string& path, const std::string& fields = {}) const {
        return Client(static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)))).get(path, fields);
    }
    std::string at_once() const {
        return get("/api/fair-play/round.pgn", "Authorization: Bearer " + officer + "\r\n").body;
    }
    tests::Ran exits(std::vector<std::string> more = {}) const {
        std::vector<std::string> words{"exits", "--control", (hall.folder / "hall.control").string()};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run_adoube(std::move(words));
    }
    /// The port that the log named last.
    std::uint16_t livechess_port() const {
        const std::string before = "ws://127.0.0.1:", log = daemon->output();
        const auto at = log.rfind(before) + before.size();
        return static_cast<std::uint16_t>(std::stoi(log.substr(at)));
    }
    std::string boards_by_livechess() const { return Client(livechess_port()).get("/api/v1.0/eboards").body; }
    /// What the public exits show, one text each.
    std::vector<std::string> public_exits() {
        std::this_thread::sleep_for(std::chrono::milliseconds(100)); // or the server refuses so many requests
        return {get("/round.pgn").body,
                get("/games/E-r1-b1.pgn").body,
                get("/games/E-r1-b1.html").body,
                reads_pdf ? tests::text_of_pdf(get("/games/E-r1-b1.pdf").body)
                          : get("/games/E-r1-b1.html").body,
                moves_in(get("/games/E-r1-b1.json").body),
                moves_in(get("/api/round").body),
                moves_in(get("/cloud/round-1/game-1.json").body),
                hall.read_pgn(1),
                site.files()["/games.pgn"]};
    }
    bool all_show(const std::string& move) {
        return tests::wait_until([&] {
            return std::ranges::all_of(
                public_exits(), [&](const auto& text) { return text.find(move) != std::string::npos; });
        });
    }
    bool has_pty() const { return std::filesystem::exists(hall.folder / "program"); }
};

/// Shares a port with the daemon, then takes it once the daemon lets it go for a moment.
class PortTaker {
  public:
    PortTaker() : acceptor_(io_, boost::asio::ip::tcp::v4()) {
        ::fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC); // or the daemon has it, too
        acceptor_.set_option(boost::asio::socket_base::reuse_address(true));
        acceptor_.bind({boost::asio::ip::address_v4::loopback(), 0});
        port_ = std::to_string(acceptor_.local_endpoint().port());
    }
    const std::string& port() const { return port_; }
    void share_no_more() { acceptor_.set_option(boost::asio::socket_base::reuse_address(false)); }
    void leave() { acceptor_.close(); }

  private:
    boost::asio::io_context io_;
    boost::asio::ip::tcp::acceptor acceptor_;
    std::string port_;
};

constexpr const char* after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
constexpr const char* after_nf3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

} // namespace

TEST_CASE("a delay that is set while a round runs leaves an exit open, or the fair-play officer waits") {
    OpenHall open;
    BoardOnCall board(open.hall, "board-1");
    board.play("e4");
    REQUIRE(open.all_show("e4"));
    CHECK(tests::wait_until([&] { return open.boards_by_livechess().find(after_e4) != std::string::npos; }));
    CHECK(open.has_pty());
    const auto none = open.exits();
    CHECK(none.status == 0);
    tests::says(none.output, "Delay of all public exits: none");
    tests::says(none.output, "every touch of every board");

    const auto set = open.exits({"--delay", "15m"});
    CHECK(set.status == 0);
    tests::says(set.output,
                "the public sees this hall 15 minutes late from now on; until now it was at once");
    tests::says(set.output, " shows nothing while there is a delay");
    CHECK(set.output.find("Chief arbiter") == std::string::npos); // the page is for `adoube exits` alone
    CHECK(!open.has_pty());
    const auto before = open.public_exits();
    board.play("e5 Nf3");
    REQUIRE(tests::wait_until([&] { return open.at_once().find("Nf3") != std::string::npos; }));
    std::this_thread::sleep_for(std::chrono::seconds(7)); // a target is sent its file every five
    CHECK(open.public_exits() == before);
    CHECK(open.boards_by_livechess().find(after_nf3) == std::string::npos);
    tests::says(open.boards_by_livechess(), "the public sees this round with a delay");
    CHECK(!open.has_pty());

    open.daemon->signal(SIGKILL); // a restart must not show it either
    open.daemon->wait();
    open.daemon = open.hall.started_daemon();
    CHECK(open.public_exits() == before);
    REQUIRE(tests::wait_until([&] { return open.at_once().find("Nf3") != std::string::npos; }));
    tests::says(open.exits().output, "15 minutes (set while the round ran; configured: none)");

    const auto unasked = open.exits({"--delay", "none"}); // nobody is there to be asked
    CHECK(unasked.status == 2);
    tests::says(unasked.output,
                " would show every touch of every board, at once, to programs of this computer");
    tests::says(unasked.output, "the delay stays as it was");
    CHECK(open.public_exits() == before);
    CHECK(open.exits({"--delay", "none", "--yes"}).status == 0);
    CHECK(open.all_show("Nf3"));
    CHECK(tests::wait_until([&] { return open.boards_by_livechess().find(after_nf3) != std::string::npos; }));
    CHECK(open.has_pty());
    CHECK(open.exits({"--delay", "soon"}).status == 2);
    CHECK(open.get("/api/fair-play/round.pgn").status == 401);
    open.daemon->signal(SIGTERM);
    CHECK(open.daemon->wait() == 0);
}

TEST_CASE("the page of exits names another port than that which is open, where the system chose it") {
    OpenHall open;
    const auto livechess = [&] {
        return "LiveChess interface at 127.0.0.1:" + std::to_string(open.livechess_port()) + '\n';
    };
    const auto before = open.exits().output;
    tests::says(before, "PGN at http://127.0.0.1:" + tests::served_port(*open.daemon) + '\n');
    tests::says(before, livechess());
    const auto set = open.exits({"--delay", "15m"}).output; // which opens it anew
    tests::says(set, livechess().substr(0, livechess().size() - 1) + " shows nothing");
    tests::says(open.exits().output, livechess());
}

TEST_CASE("a target with a longer delay shows a move early after the hall's delay was raised and the daemon "
          "killed") {
    constexpr auto own = std::chrono::seconds(12);
    OpenHall open("delay_s = 12\n");
    BoardOnCall board(open.hall, "board-1");
    const auto made = std::chrono::steady_clock::now();
    board.play("e4");
    REQUIRE(tests::wait_until([&] { return open.get("/round.pgn").body.find("e4") != std::string::npos; }));
    REQUIRE(open.exits({"--delay", "10"}).status == 0);
    open.daemon->signal(SIGKILL);
    open.daemon->wait();
    open.daemon = open.hall.started_daemon();
    const auto shows = [&] {
        auto files = open.site.files();
        return files["/games.pgn"].find("e4") != std::string::npos;
    };
    while (std::chrono::steady_clock::now() < made + own) {
        REQUIRE(!shows());
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(tests::wait_until(shows, std::chrono::seconds(30)));
}

TEST_CASE(
    "an exit that cannot be opened again after a change of the delay is told to nobody, or stays closed") {
    PortTaker taker;
    Hall hall({"pty:board-1"}, "tokens = \"hall.tokens\"\n[livechess]\nlisten = \"127.0.0.1:" + taker.port() +
                                   "\"\n[[program]]\npty = \"program\"\nboards = [1]\nwhen_delayed = "
                                   "\"public\"\n");
    const auto token = new_token(hall, "operator");
    auto daemon = hall.started_daemon();
    const auto control = (hall.folder / "hall.control").string();
    const auto exits = [&](std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"exits", "--control", control});
        return tests::run_adoube(std::move(more)).output;
    };
    CHECK(exits().find("closed") == std::string::npos);
    CHECK(closed_exits(*daemon, token) == "[]");
    taker.share_no_more();
    std::filesystem::remove(hall.folder / "program");
    std::ofstream(hall.folder / "program") << "another's\n";
    const std::string port_taken =
        "Another program already listens on 127.0.0.1 port " + taker.port() + ": stop it";
    const std::string name_taken = "something else has that name: choose another";
    const auto set = exits({"--delay", "15m"}), page = exits();
    for (const auto& text : {set, page}) {
        tests::says(text, port_taken);
        tests::says(text, name_taken);
        tests::says(text, "nothing, as it is closed: ");
    }
    const auto closed = closed_exits(*daemon, token);
    tests::says(closed, "{\"exit\":\"LiveChess interface at 127.0.0.1:" + taker.port() +
                            "\",\"why\":\"LiveChess interface: " + port_taken);
    tests::says(closed, "{\"exit\":\"DGT protocol at " + (hall.folder / "program").string());
    tests::says(page, " UTC+");
    tests::says(page, "Chief arbiter: ___");
    tests::says(page, "what:     nothing, as it is closed: ");
    tests::says(daemon->output(), "trying again until it opens: LiveChess interface: " + port_taken);
    tests::says(daemon->output(), "trying again until it opens: pty ");
    const auto log_before = daemon->output().size();
    taker.leave();
    std::filesystem::remove(hall.folder / "program");
    CHECK(tests::wait_until([&] { return exits().find("closed") == std::string::npos; }));
    CHECK(closed_exits(*daemon, token) == "[]");
    const auto log = daemon->output().substr(log_before);
    tests::says(log, "the LiveChess interface is at ws://127.0.0.1:" + taker.port());
    tests::says(log, "shows whoever may open it what the public sees of board 1");
    CHECK(Client(static_cast<std::uint16_t>(std::stoi(taker.port()))).get("/api/v1.0/eboards").status == 403);
    CHECK(std::filesystem::is_symlink(hall.folder / "program"));
}

TEST_CASE("a control socket that is not there is told to be open") {
    Hall hall({"pty:board-1"}, "tokens = \"hall.tokens\"\n");
    const auto token = new_token(hall, "operator");
    const auto file = hall.folder / "operator.token";
    std::ofstream(file) << token << '\n';
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    const auto deep = hall.folder / std::string(120, 'a'); // longer than a socket's path may be
    std::filesystem::create_directory(deep);
    auto daemon = hall.start_daemon({"--journal", (deep / "hall.journal").string()});
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    const auto page = tests::run_adoube({"exits", "--hall", "http://127.0.0.1:" + tests::served_port(*daemon),
                                         "--token-file", file.string()});
    CHECK(page.status == 0);
    const auto name = "control socket " + (deep / "hall.control").string();
    const std::string why = "has a path too long for a socket";
    const auto at = page.output.find("  " + name + '\n');
    REQUIRE(at != std::string::npos);
    tests::says(page.output.substr(at, page.output.find("journal ", at + name.size() + 3) - at), why);
    tests::says(closed_exits(*daemon, token), "{\"exit\":\"" + name + "\",\"why\":");
}
