// The delay as a clock sees it: a game entered move by move, and every public exit watched meanwhile, while
// the delay is changed and the daemon killed.

#include "daemon/chess/notation/san.hpp"
#include "daemon/livechess/board.hpp"
#include "hall.hpp"
#include "reading_program.hpp"
#include "tests/pdf_text.hpp"
#include "tests/unit/server/client.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <mutex>
#include <thread>

using namespace adoube;
using namespace std::chrono_literals;
using server::Client;
using Clock = std::chrono::steady_clock;

namespace {

/// No position comes twice, and no move's name.
constexpr const char* entered[] = {"a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "f3",
                                   "f6", "g3", "g6", "h3", "h6", "a4", "a5", "b4", "b5", "c4", "c5",
                                   "d4", "d5", "e4", "e5", "f4", "f5", "g4", "g5", "h4", "h5"};
constexpr const char* handshake = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

std::vector<std::string> placements() {
    auto position = chess::Position::start();
    std::vector<std::string> all{livechess::placement_of(position)};
    for (const auto* san : entered) {
        position.play(*chess::match_san(position, san));
        all.push_back(livechess::placement_of(position));
    }
    return all;
}

/// The last ply whose move stands in `text` between these two, or whose placement does.
std::size_t plies_in(const std::string& text, char before, char after) {
    static const auto all = placements();
    std::size_t plies = 0;
    for (std::size_t ply = 1; ply < all.size(); ++ply)
        for (const auto& name : {std::string(entered[ply - 1]), all[ply]})
            if (text.find(before + name + after) != std::string::npos) plies = ply;
    return plies;
}

/// When each exit first showed each ply.
class Seen {
  public:
    void saw(const std::string& exit, std::size_t plies) {
        const auto now = Clock::now();
        const std::lock_guard lock(mutex_);
        for (std::size_t ply = 1; ply <= plies; ++ply) first_[exit].try_emplace(ply, now);
    }
    std::map<std::string, std::map<std::size_t, Clock::time_point>> first() const {
        const std::lock_guard lock(mutex_);
        return first_;
    }

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::map<std::size_t, Clock::time_point>> first_;
};

/// Hears a WebSocket in its own thread, and comes back whenever it ends.
class Listener {
  public:
    Listener(Seen& seen, std::string exit, std::string target, std::string call)
        : thread_([&seen, exit = std::move(exit), target = std::move(target), call = std::move(call), this] {
              while (!stop_) try {
                      Client client(port);
                      if (client.get(target, handshake).status != 101) continue;
                      if (!call.empty()) client.send_frame(1, call);
                      while (const auto frame = client.read_frame())
                          seen.saw(exit, plies_in(frame->payload, '"', '"'));
                  } catch (const std::exception&) { // the daemon is away
                      std::this_thread::sleep_for(20ms);
                  }
          }) {}
    /// Its server has ended.
    ~Listener() { stop_ = true; }

    std::atomic<std::uint16_t> port = 1;

  private:
    std::atomic<bool> stop_ = false;
    std::jthread thread_; // last, as it uses the others
};

class WatchedHall {
  public:
    WatchedHall() { start(); }
    ~WatchedHall() { end(SIGTERM); }

    void run_for(Clock::duration time) {
        const auto end = Clock::now() + time;
        auto next = Clock::now();
        while (Clock::now() < end) {
            look();
            if (made_.size() == std::size(entered) || Clock::now() < next) continue;
            next = Clock::now() + 350ms;
            made_.push_back(Clock::now());
            run({"arbiter", "--board", "1", "move", entered[made_.size() - 1]});
        }
    }
    void set_delay(int delay_s) {
        delays_.emplace_back(Clock::now(), std::min(delay_s, delays_.back().second));
        run({"exits", "--yes", "--delay", std::to_string(delay_s)});
        delays_.emplace_back(Clock::now(), delay_s);
    }
    void kill() {
        end(SIGKILL);
        start();
    }
    void check() const {
        const auto all = seen_.first();
        CHECK(all.size() == (reads_pdf_ ? 10 : 9));
        CHECK(made_.size() == std::size(entered));
        for (const auto& [exit, first] : all) {
            INFO(exit);
            CHECK(first.size() == made_.size());
            for (const auto& [ply, at] : first) {
                INFO("ply " << ply);
                CHECK(at - made_.at(ply - 1) >= in_force(at));
            }
        }
    }

  private:
    void run(std::vector<std::string> words) const {
        words.insert(words.begin() + 1, {"--control", (hall_.folder / "hall.control").string()});
        const auto ran = tests::run_adoube(std::move(words));
        INFO(ran.output);
        REQUIRE(ran.status == 0);
    }
    void start() {
        daemon_ = hall_.started_daemon();
        const auto log = daemon_->output();
        const std::string_view before = "ws://127.0.0.1:";
        boards_.port = static_cast<std::uint16_t>(std::stoi(log.substr(log.rfind(before) + before.size())));
        live_.port = one_board_.port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon_)));
        program_.close();
        program_.open({0x42, 0x44});
    }
    void end(int signal) {
        daemon_->signal(signal);
        daemon_->wait();
    }
    void look() {
        std::this_thread::sleep_for(30ms); // or the server refuses so many requests
        program_.read();
        for (const auto& placement : program_.placements)
            seen_.saw("pty", plies_in('"' + placement + '"', '"', '"'));
        program_.placements.clear();
        seen_.saw("eboards", plies_in(Client(boards_.port).get("/api/v1.0/eboards").body, '"', '"'));
        for (const auto* path : {"/games/E-r1-b1.json", "/cloud/round-1/game-1.json"})
            seen_.saw(path, plies_in(Client(live_.port).get(path).body, '"', '"'));
        seen_.saw("sheet", plies_in(Client(live_.port).get("/games/E-r1-b1.html").body, '>', '<'));
        look_at_pdf();
        auto round = Client(live_.port).get("/round.pgn", "If-None-Match: " + tag_ + "\r\n");
        if (round.status == 304) return;
        const auto at = round.head.find("ETag: ") + 6;
        tag_ = round.head.substr(at, round.head.find('\r', at) - at);
        std::ranges::replace(round.body, '\n', ' ');
        CHECK(std::exchange(pgn_, round.body) != round.body); // a tag alone would tell that something is new
        CHECK(round.head.find("Last-Modified") == std::string::npos);
        seen_.saw("round.pgn", plies_in(round.body, ' ', ' '));
    }
    void look_at_pdf() {
        if (!reads_pdf_) return;
        const auto pdf = Client(live_.port).get("/games/E-r1-b1.pdf", "If-None-Match: " + pdf_tag_ + "\r\n");
        if (pdf.status == 304) return;
        REQUIRE(pdf.status == 200);
        const auto at = pdf.head.find("ETag: ") + 6;
        pdf_tag_ = pdf.head.substr(at, pdf.head.find('\r', at) - at);
        auto text = tests::text_of_pdf(pdf.body);
        std::ranges::replace(text, '\n', ' ');
        seen_.saw("pdf", plies_in(text, ' ', ' '));
    }
    /// The shortest of the last half second, as what was sent may be noticed a moment later.
    Clock::duration in_force(Clock::time_point at) const {
        auto shortest = std::chrono::seconds(delays_.front().second);
        for (std::size_t change = 0; change < delays_.size() && delays_[change].first <= at; ++change) {
            const bool is_last = change + 1 == delays_.size() || delays_[change + 1].first > at - 500ms;
            const std::chrono::seconds delay(delays_[change].second);
            shortest = is_last ? std::min(shortest, delay) : std::chrono::seconds(delays_[change + 1].second);
        }
        return shortest;
    }

    tests::Hall hall_{{""},
                      "delay_s = 6\n[livechess]\nlisten = \"127.0.0.1:0\"\nwhen_delayed = \"public\"\n"
                      "[[program]]\npty = \"program\"\nboards = [1]\nwhen_delayed = \"public\"\n"};
    Seen seen_;
    std::vector<Clock::time_point> made_;
    std::vector<std::pair<Clock::time_point, int>> delays_{{Clock::time_point(), 6}};
    std::string tag_ = "\"\"", pgn_, pdf_tag_ = "\"\"";
    bool reads_pdf_ = tests::has_command("pdftotext");
    tests::ReadingProgram program_{hall_.folder / "program"};
    Listener boards_{seen_, "LiveChess", "/api/v1.0",
                     R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,)"
                     R"("param":{"serialnr":"1"}}})"};
    Listener live_{seen_, "live", "/live", ""}, one_board_{seen_, "one board", "/live?board=1", ""};
    std::unique_ptr<tests::Process> daemon_;
};

} // namespace

TEST_CASE("an exit shows a move before the delay is over, as it is changed and the daemon killed, or never") {
    WatchedHall hall;
    hall.run_for(7s);
    hall.set_delay(2);
    hall.run_for(3s);
    hall.set_delay(4);
    hall.run_for(1500ms);
    hall.kill();
    hall.run_for(10s);
    hall.check();
}

namespace {

constexpr auto late = 4s;

/// A table without electronics, and what lists games, players and standings.
struct ListingHall {
    tests::Hall hall{{""}, "delay_s = 4\n[wall]\nhall = []\n"};
    std::unique_ptr<tests::Process> daemon = hall.started_daemon();

    void run(std::vector<std::string> words) const {
        const auto at = words.begin() + (words[0] == "round" ? 2 : 1);
        words.insert(at, {"--control", (hall.folder / "hall.control").string()});
        const auto ran = tests::run_adoube(std::move(words));
        INFO(ran.output);
        REQUIRE(ran.status == 0);
    }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(hall.folder / name) << text;
        return (hall.folder / name).string();
    }
    std::string get(const std::string& path) const {
        return Client(static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)))).get(path).body;
    }
    /// All of them, without what an answer says of itself.
    std::string lists() const {
        std::string all;
        for (const auto* path : {"/games.json", "/standings.json", "/cloud/tournament.json",
                                 "/cloud/round-1/index.json", "/cloud/round-2/index.json"})
            all += get(path);
        return all;
    }
    /// What was done at `done` shows in `text`, and until then nothing at all has changed.
    void shows(const std::string& text, Clock::time_point done) const {
        INFO(text);
        const auto before = lists();
        CHECK(before.find(text) == std::string::npos);
        auto now = before;
        while (now == before && Clock::now() < done + 30s) {
            std::this_thread::sleep_for(50ms);
            now = lists();
        }
        CHECK(Clock::now() - done >= late);
        CHECK(tests::wait_until([&] { return lists().find(text) != std::string::npos; }));
    }
    void restart() {
        daemon->signal(SIGKILL);
        daemon->wait();
        daemon = hall.started_daemon();
    }
};

/// Of one player.
std::string trf_of(const std::string& name, const std::string& points) {
    return "012 Hall Open\n001    1 m    " + name + std::string(33 - name.size(), ' ') +
           " 2100 ENG     4600001 1990/01/31  " + points + "    1\n";
}

} // namespace

TEST_CASE("a list has a result, the next players or standings before the delay is over, or never") {
    ListingHall open;
    open.run({"arbiter", "--board", "1", "moves", "1. e4 e5"});
    CHECK(tests::wait_until([&] { return open.get("/round.pgn").find("e5") != std::string::npos; }));
    // Whom the table has next tells that its game is over.
    const auto pairing = open.write("round-2.csv", "board;round;white;black\n1;2;Adams, Ann;Baker, Ben\n");
    auto done = Clock::now();
    open.run({"arbiter", "--board", "1", "result", "1-0"});
    open.run({"round", "import", pairing, "--arm"});
    open.shows("Adams, Ann", done);
    CHECK(open.lists().find("\"1-0\"") != std::string::npos);

    const auto first = open.write("first.trf", trf_of("Cole, Cat", "1.0"));
    const auto second = open.write("second.trf", trf_of("Dunn, Dan", "2.0"));
    done = Clock::now();
    open.run({"round", "standings", first});
    open.shows("Cole, Cat", done);
    open.run({"round", "standings", second});
    const auto listed = open.lists();
    done = Clock::now(); // a restart lets it wait anew
    open.restart();
    CHECK(tests::wait_until([&] { return open.lists() == listed; }));
    open.shows("Dunn, Dan", done);
    open.run({"round", "standings", "--none"});
    CHECK(open.lists().find("Dunn, Dan") == std::string::npos);
}
