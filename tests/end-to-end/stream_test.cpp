// Two halls, a NATS server and displays, each a process of its own: the server is killed, wiped and stopped,
// a hall's daemon killed.

#include "board_on_call.hpp"
#include "nats_server.hpp"
#include "tests/pdf_text.hpp"
#include "tests/says.hpp"
#include "tests/unit/server/client.hpp"

#include <fstream>

using namespace adoube;
using server::Client;
using tests::BoardOnCall;
using tests::Hall;
using tests::NatsServer;

namespace {

/// A hall whose one board is the given number of the event's.
class StreamedHall {
  public:
    StreamedHall(const NatsServer& stream, const std::string& name, int board, const std::string& domain = {})
        : hall_({"pty:board"}), board_number_(board) {
        auto config = tests::text_of(hall_.config());
        const std::string section = "[[board]]\n";
        config.insert(config.find(section) + section.size(), "number = " + std::to_string(board) + '\n');
        std::ofstream(hall_.config()) << config << "[stream]\nurl = \"" << stream.url()
                                      << "\"\nevent = \"olympiad\"\nhall = \"" << name << "\"\n"
                                      << (domain.empty() ? "" : "domain = \"" + domain + "\"\n");
        start();
        board_ = std::make_unique<BoardOnCall>(hall_, "board", std::to_string(board).c_str());
    }
    void start() { daemon_ = hall_.started_daemon(); }
    void kill() {
        daemon_->signal(SIGKILL);
        daemon_->wait();
    }
    void play(const std::string& moves) {
        board_->play(moves);
        played_ += (played_.empty() ? "" : " ") + moves;
    }
    bool has_all() const { return hall_.wait_for_moves(board_number_, played_); }
    tests::Process& daemon() { return *daemon_; }
    std::string round() const { return get(*daemon_, "/round.pgn").body; }
    static Client::Response get(const tests::Process& served, const std::string& path) {
        return Client(static_cast<std::uint16_t>(std::stoi(tests::served_port(served)))).get(path);
    }

  private:
    Hall hall_;
    int board_number_;
    std::string played_;
    std::unique_ptr<tests::Process> daemon_;
    std::unique_ptr<BoardOnCall> board_;
};

class StreamedDisplay {
  public:
    explicit StreamedDisplay(const NatsServer& stream) {
        std::ofstream(folder_ / "display.toml")
            << "listen = \"127.0.0.1:0\"\n[stream]\nurl = \"" << stream.url() << "\"\nevent = \"olympiad\"\n";
        process_ = std::make_unique<tests::Process>(
            std::vector<std::string>{tests::program("adoubed"), "--role", "display", "--config",
                                     (folder_ / "display.toml").string()},
            folder_ / "log");
        if (!process_->wait_for_output("adoubed: serving ")) FAIL(process_->output());
    }
    Client::Response get(const std::string& path) const { return StreamedHall::get(*process_, path); }
    bool comes_to_show(const std::string& round) const {
        return tests::wait_until([&] { return get("/round.pgn").body == round; });
    }
    std::string output() const { return process_->output(); }

  private:
    tests::TemporaryFolder folder_;
    std::unique_ptr<tests::Process> process_;
};

} // namespace

TEST_CASE("displays do not end with what the halls show, where the stream is killed, wiped and stopped") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    NatsServer stream;
    StreamedHall west(stream, "West", 1), east(stream, "East", 11);
    std::vector<std::unique_ptr<StreamedDisplay>> displays;
    for (int count = 0; count < 3; ++count) displays.push_back(std::make_unique<StreamedDisplay>(stream));
    const auto all_show_the_same = [&](int line) {
        CAPTURE(line);
        REQUIRE(west.has_all());
        REQUIRE(east.has_all());
        const auto round = west.round() + east.round();
        for (const auto& display : displays) {
            CAPTURE(display->output(), display->get("/round.pgn").body, round);
            CHECK(display->comes_to_show(round));
        }
    };
    west.play("e4 e5");
    east.play("d4 d5");
    all_show_the_same(__LINE__);
    CHECK(tests::wait_until([&] { return displays[0]->get("/health/ready").status == 200; }));

    stream.kill();
    west.play("Nf3");
    east.play("c4 dxc4");
    REQUIRE(west.has_all());
    CHECK(tests::wait_until([&] { return displays[0]->get("/health/ready").status == 503; }));
    tests::says(displays[0]->get("/round.pgn").body, "1. e4 {"); // shown is what is known
    stream.start();
    all_show_the_same(__LINE__);
    CHECK(tests::wait_until([&] { return displays[0]->get("/health/ready").status == 200; }));

    stream.kill();
    stream.wipe();
    stream.start();
    displays[1] =
        std::make_unique<StreamedDisplay>(stream); // knows only what the stream is filled with again
    east.play("e3");
    all_show_the_same(__LINE__);

    west.kill();
    east.play("b5");
    west.start();
    west.play("Nc6 Bb5");
    all_show_the_same(__LINE__);

    stream.signal(SIGSTOP); // as a network that swallows all
    west.play("a6");
    REQUIRE(west.has_all());
    stream.signal(SIGCONT);
    displays[2] = std::make_unique<StreamedDisplay>(stream);
    all_show_the_same(__LINE__);
    stream.signal(SIGSTOP); // a hall ends whatever waits
    west.play("Ba4");
    REQUIRE(west.has_all());
    for (auto* hall : {&west, &east}) {
        hall->daemon().signal(SIGTERM);
        CHECK(hall->daemon().wait() == 0);
    }
}

namespace {

/// As `adoube broker` says and starts them.
class Hub {
  public:
    Hub()
        : leaves_("127.0.0.1:" + std::to_string(bench::free_port().second)),
          server([this](const std::string& port, const std::string& folder) {
              return std::vector<std::string>{tests::program("adoube"),
                                              "broker",
                                              "hub",
                                              folder,
                                              "--listen",
                                              "127.0.0.1:" + port,
                                              "--leaves",
                                              leaves_,
                                              "--event",
                                              "olympiad",
                                              "--halls",
                                              "West,East",
                                              "--address",
                                              leaves_};
          }) {
        const auto told = server.output();
        for (std::size_t at = 0; (at = told.find("nats-leaf://", at)) != std::string::npos; ++at)
            addresses_.push_back(told.substr(at, told.find('\n', at) - at));
        REQUIRE(addresses_.size() == 2);
    }
    std::unique_ptr<NatsServer> leaf(std::size_t hall) const {
        return std::make_unique<NatsServer>([address = addresses_[hall]](const std::string& port,
                                                                         const std::string& folder) {
            return std::vector<std::string>{tests::program("adoube"), "broker", "leaf", folder, "--listen",
                                            "127.0.0.1:" + port,      "--hub",  address};
        });
    }

  private:
    std::string leaves_;
    std::vector<std::string> addresses_;

  public:
    NatsServer server;
};

} // namespace

TEST_CASE("halls reach displays through leaves and a hub, and one of these fails") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    Hub hub;
    const auto west_leaf = hub.leaf(0), east_leaf = hub.leaf(1);
    StreamedHall west(*west_leaf, "West", 1, "hub"), east(*east_leaf, "East", 11, "hub");
    std::vector<std::unique_ptr<StreamedDisplay>> displays;
    for (int count = 0; count < 3; ++count) displays.push_back(std::make_unique<StreamedDisplay>(hub.server));
    const auto all_show_the_same = [&](int line) {
        CAPTURE(line);
        REQUIRE(west.has_all());
        REQUIRE(east.has_all());
        const auto round = west.round() + east.round();
        for (const auto& display : displays) {
            CAPTURE(display->output(), west.daemon().output(), east_leaf->output());
            CHECK(display->comes_to_show(round));
        }
    };
    west.play("e4 e5");
    east.play("d4 d5");
    all_show_the_same(__LINE__);
    hub.server.kill(); // the halls are cut off from it
    west.play("Nf3");
    east.play("c4");
    REQUIRE(west.has_all());
    hub.server.wipe();
    hub.server.start();
    all_show_the_same(__LINE__);
    west_leaf->kill(); // with all that it holds
    west.play("Nc6");
    REQUIRE(west.has_all());
    east.play("e6");
    west_leaf->wipe();
    west_leaf->start();
    all_show_the_same(__LINE__);
    east_leaf->signal(SIGSTOP);
    east.play("Nc3");
    REQUIRE(east.has_all());
    displays[0] = std::make_unique<StreamedDisplay>(hub.server);
    east_leaf->signal(SIGCONT);
    all_show_the_same(__LINE__);
}

TEST_CASE("a hall speaks for another one at the hub, or a display for any") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    Hub hub;
    const auto west_leaf = hub.leaf(0), east_leaf = hub.leaf(1);
    StreamedHall west(*west_leaf, "West", 1, "hub");
    west.play("e4");
    REQUIRE(west.has_all());
    REQUIRE(west.daemon().wait_for_output("it has all that this hall shows"));
    StreamedHall wrong(*east_leaf, "West", 2, "hub"), none(hub.server, "West", 3);
    for (auto* hall : {&wrong, &none}) {
        CAPTURE(hall->daemon().output());
        CHECK(tests::wait_until([&] {
            const auto told = hall->daemon().output();
            return told.contains("cannot be stored") || told.contains("another daemon, which began later");
        }));
        CHECK_FALSE(hall->daemon().output().contains("it has all that this hall shows"));
    }
    StreamedDisplay display(hub.server);
    CHECK(display.comes_to_show(west.round()));
}

TEST_CASE("two daemons speak for one hall, and nobody hears of it") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    NatsServer stream;
    StreamedHall one(stream, "West", 1);
    REQUIRE(one.daemon().wait_for_output("it has all that this hall shows"));
    StreamedHall other(stream, "West", 2);
    CHECK(one.daemon().wait_for_output("another daemon, which began later, publishes as hall West"));
}
