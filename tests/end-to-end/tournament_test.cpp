// A tournament whose pairings another program makes: nine rounds of a hundred players, most of them at tables
// without electronics.

#include "board_on_call.hpp"
#include "daemon/chess/notation/pgn.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/tournament/model_tournament.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <csignal>
#include <fstream>
#include <set>
#include <thread>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;
using tests::ModelTournament;
using tests::Ran;

namespace {

constexpr int tables = 50, with_electronics = 2, rounds = 9;

struct Line {
    const char *moves, *result;
};
constexpr Line short_games[] = {{"f3 e5 g4 Qh4", "0-1"}, {"e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7", "1-0"}};

struct Control {
    explicit Control(const std::filesystem::path& path) : socket(context) {
        socket.connect(boost::asio::local::stream_protocol::endpoint(path.string()));
    }
    std::string say(const std::string& line) {
        boost::asio::write(socket, boost::asio::buffer(line + "\n"));
        std::string answer;
        boost::asio::read_until(socket, boost::asio::dynamic_buffer(answer), '\n');
        return answer;
    }
    boost::asio::io_context context;
    boost::asio::local::stream_protocol::socket socket;
};

/// A hall of tables, the first ones with boards, and the pairing program's file in its folder.
class Tournament {
  public:
    Tournament() : hall({"pty:board-1", "pty:board-2"}), model(ModelTournament::of(2 * tables, random)) {
        std::ofstream config(hall.config(), std::ios::app);
        for (int table = with_electronics; table < tables; ++table) config << "[[board]]\n";
        config.close();
        model.line_end = "\r";
        start();
        boards.push_back(std::make_unique<BoardOnCall>(hall, "board-1", "1"));
        boards.push_back(std::make_unique<BoardOnCall>(hall, "board-2", "2"));
    }

    void start() {
        daemon = hall.started_daemon();
        control.emplace(hall.folder / "hall.control");
    }
    void kill() {
        control.reset();
        daemon->signal(SIGKILL);
        daemon->wait();
        start();
    }

    /// The pairing program writes its file, and a list of who is on which board.
    Ran import() {
        write_boards();
        return import({"--boards", file("boards.csv"), "--arm"});
    }
    Ran import(std::vector<std::string> more) {
        write("open.trf", model.trf());
        std::vector<std::string> words{"round", "import", file("open.trf"), "--control",
                                       file("hall.control")};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run_adoube(words);
    }
    void write_boards() const {
        std::string list = "board;white_no;white;black_no;black\n";
        for (std::size_t at = 0; at < order.size(); ++at) {
            const auto& game = model.rounds.back()[order[at]];
            list += std::to_string(at + 1);
            for (const int player : {game.white, game.black})
                list += ';' + std::to_string(player) + ';' + name(player);
            list += '\n';
        }
        write("boards.csv", list);
    }

    /// The pairing program's file with what the hall knows.
    Ran results() { return results({"--trf", file("open.trf"), "-o", file("back.trf")}); }
    Ran results(const std::vector<std::string>& more, bool of_journal = false) {
        std::vector<std::string> words{"round", "results"};
        if (of_journal)
            words.insert(words.end(), {"--journal", hall.journal().string()});
        else
            words.insert(words.end(), {"--control", file("hall.control")});
        words.insert(words.end(), more.begin(), more.end());
        return tests::run_adoube(words);
    }

    /// What the public sees: the id of each game on a board, by White's name.
    std::map<std::string, std::pair<std::string, int>> shown() const {
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // or the server refuses so many requests
        const auto text = tests::http_get(tests::served_port(*daemon), "/round.pgn");
        std::map<std::string, std::pair<std::string, int>> all;
        chess::PgnReader reader(text);
        while (const auto game = reader.next()) {
            REQUIRE(*game);
            const auto& tags = (*game)->tags;
            const auto white = tags.find("White");
            if (white != tags.end()) all[white->second] = {tags.at("GameId"), std::stoi(tags.at("Board"))};
        }
        return all;
    }
    /// Whether the public sees this round's games on their boards; if so, their ids by White's number.
    std::map<int, std::string> ids() const {
        std::map<int, std::string> all;
        const auto seen = shown();
        for (std::size_t at = 0; at < order.size(); ++at) {
            const auto& game = model.rounds.back()[order[at]];
            const auto found = seen.find(name(game.white));
            if (found == seen.end() || found->second.second != static_cast<int>(at) + 1) return {};
            all[game.white] = found->second.first;
        }
        return all;
    }

    std::string name(int player) const { return model.players[static_cast<std::size_t>(player - 1)].name; }
    ModelTournament::Game& game_at(int board) {
        return model.rounds.back()[order[static_cast<std::size_t>(board - 1)]];
    }
    std::string file(const std::string& what) const { return (hall.folder / what).string(); }
    std::string say(int board, const std::string& what) {
        return control->say("{\"board\":" + std::to_string(board) + "," + what + "}");
    }

    std::mt19937_64 random{20261120};
    Hall hall;
    ModelTournament model;
    std::unique_ptr<tests::Process> daemon;
    std::optional<Control> control;
    std::vector<std::unique_ptr<BoardOnCall>> boards;
    std::vector<std::size_t> order; // of the round's games, by board
    std::set<int> begun;            // with 1. e4, by White's number

  private:
    void write(const std::string& what, const std::string& text) const {
        std::ofstream(hall.folder / what, std::ios::binary) << text;
    }
};

void play(Tournament& at, int board) {
    const auto& [moves, result] = short_games[at.random() % 2];
    at.boards[static_cast<std::size_t>(board - 1)]->play(moves);
    at.game_at(board).result = result;
}

/// By phone: a whole game, some of its moves, or only what it ended with.
void enter(Tournament& at, int board) {
    auto& result = at.game_at(board).result;
    std::string answer;
    switch (at.random() % 3) {
    case 0: {
        const bool begun = at.begun.contains(at.game_at(board).white);
        const auto& [moves, ends] = short_games[begun ? 1 : at.random() % 2];
        result = ends;
        answer = at.say(board, R"("moves":")" + std::string(moves) + "\"");
        break;
    }
    case 1:
        result = "1/2-1/2";
        answer = at.say(board, R"("moves":"1. e4 c5 2. Nf3 d6 1/2-1/2")");
        break;
    default:
        result = tests::any_result(at.random);
        answer = at.say(board, R"("arbiter":{"do":"result","result":")" + result + "\"}");
    }
    INFO(answer);
    REQUIRE(answer.starts_with(R"({"ok":true)"));
}

/// Some begin; then boards are exchanged and names corrected, and every game stays the game that it was.
void begin_and_change(Tournament& at) {
    at.begun.clear();
    for (int board = with_electronics + 1; board <= tables; board += 5) {
        REQUIRE(at.say(board, R"("arbiter":{"do":"move","san":"e4"})").starts_with(R"({"ok":true)"));
        at.begun.insert(at.game_at(board).white);
    }
    REQUIRE(tests::wait_until([&] { return !at.ids().empty(); }));
    const auto before = at.ids();
    std::shuffle(at.order.begin() + with_electronics, at.order.end(), at.random);
    if (at.random() % 2 == 0) std::swap(at.order[0], at.order[1]); // two boards with electronics, before play
    for (int times = 0; times < 5; ++times) {
        auto& player = at.model.players[at.random() % at.model.players.size()];
        player.name += player.name.ends_with("II") ? "I" : " II";
    }
    const auto changed = at.import();
    INFO(changed.output);
    REQUIRE(changed.status == 0);
    REQUIRE(tests::wait_until([&] { return at.ids() == before; }));
    const auto again = at.import();
    CHECK(again.output.find("games: nothing changes") != std::string::npos);
}

} // namespace

TEST_CASE(
    "a tournament that another program pairs, with boards exchanged and players renamed on the way, does "
    "not come back with its results") {
    Tournament at;
    for (int round = 1; round <= rounds; ++round) {
        CAPTURE(round);
        at.model.pair_round(at.random);
        at.order.resize(at.model.rounds.back().size());
        for (std::size_t board = 0; board < at.order.size(); ++board) at.order[board] = board;
        Ran armed; // a mate counts a moment after its last touch
        const bool all_over = tests::wait_until([&] { return (armed = at.import()).status == 0; });
        INFO(armed.output);
        REQUIRE(all_over);
        for (auto& board : at.boards) board->set_up();
        begin_and_change(at);
        if (round % 3 == 0) at.kill();
        for (int board = 1; board <= with_electronics; ++board) play(at, board);
        for (int board = with_electronics + 1; board <= tables; ++board) {
            if (board == tables) { // the last one is still played
                const auto open = at.results();
                CHECK(open.status == 1);
                tests::says(open.output, "open: " + at.name(at.game_at(board).white));
            }
            enter(at, board);
        }
        Ran back;
        REQUIRE(tests::wait_until([&] { return (back = at.results()).status == 0; }));
        REQUIRE(tests::text_of(at.file("back.trf")) == at.model.trf());
        const auto earlier = std::to_string(std::max(1, round - 1));
        for (const std::vector<std::string>& more :
             {std::vector<std::string>{}, {"--round", earlier}, {"--pgn", "--round", earlier}}) {
            const auto of_daemon = at.results(more);
            CHECK(of_daemon.status == 0);
            CHECK(of_daemon == at.results(more, true));
        }
    }
    at.daemon->signal(SIGTERM);
    CHECK(at.daemon->wait() == 0);
}

TEST_CASE("a name that is corrected undoes an exchange of tables, or nobody is told before it is armed") {
    Tournament at;
    at.model.pair_round(at.random);
    at.order.resize(at.model.rounds.back().size());
    for (std::size_t board = 0; board < at.order.size(); ++board) at.order[board] = board;
    tests::says(at.import({}).output, "50 games: 48 new, 2 renamed\n"); // the configuration has two
    CHECK(at.ids().empty());                                            // nothing is armed without --arm
    REQUIRE(at.import().status == 0);
    std::swap(at.order[3], at.order[40]);
    at.write_boards();
    const auto exchange = at.import({"--boards", at.file("boards.csv")});
    CHECK(exchange.status == 0);
    const auto moved = [&](int to, int from) {
        const auto& game = at.game_at(to);
        return "board " + std::to_string(to) + ": " + at.name(game.white) + " - " + at.name(game.black) +
               ", moved from board " + std::to_string(from) + "\n";
    };
    tests::says(exchange.output, "(nothing is changed without --arm):\n50 games: 2 moved, 48 unchanged\n" +
                                     moved(4, 41) + moved(41, 4));
    tests::says(at.import().output, "50 games: 2 moved, 48 unchanged\n" + moved(4, 41) + moved(41, 4));
    auto& player = at.model.players[static_cast<std::size_t>(at.game_at(4).white - 1)];
    const auto before = std::exchange(player.name, player.name + " II");
    const auto corrected = "50 games: 1 renamed, 49 unchanged\nboard 4: " + player.name + " - " +
                           at.name(at.game_at(4).black) + ", White was " + before + "\n";
    tests::says(at.import({}).output, corrected);
    tests::says(at.import({"--arm"}).output, corrected);
    REQUIRE(tests::wait_until([&] { return !at.ids().empty(); })); // each game on its board
    at.kill();
    tests::says(at.import({}).output, "50 games: nothing changes");
    at.say(9, R"("arbiter":{"do":"move","san":"e4"})");
    at.model.pair_round(at.random); // the next round, too early
    const auto early = at.import({});
    CHECK(early.status == 1);
    tests::says(
        early.output,
        "it could not be armed now: 50 boards stand in the way, and nothing is armed:\nboard 1: game ");
}

TEST_CASE("a round with a doubt, or a board that the hall has not, is armed in part") {
    Tournament at;
    at.model.pair_round(at.random);
    at.order.resize(at.model.rounds.back().size());
    for (std::size_t board = 0; board < at.order.size(); ++board) at.order[board] = board;
    const auto absent = at.import({"--round", "3"});
    CHECK(absent.status == 1);
    tests::says(absent.output, "nobody has an opponent in round 3: the file has round 1");
    const auto name = at.model.players[7].name;
    at.model.players[7].name = "?";
    const auto doubtful = at.import();
    CHECK(doubtful.status == 1);
    tests::says(doubtful.output, "\"?\" is no name");
    tests::says(doubtful.output, "nothing is armed or written");
    at.model.players[7].name = name;
    std::ofstream(at.file("more.csv")) << "board;white;black\n1;Ann Adams;Ben Baker\n51;Cat Cole;Dan Dunn\n";
    const auto more = tests::run_adoube({"round", "import", at.file("more.csv"), "--round", "1", "--arm",
                                         "--control", at.file("hall.control")});
    CHECK(more.status == 2);
    tests::says(more.output,
                "there is no board 51 for Cat Cole - Dan Dunn: give the configuration a [[board]]");
    CHECK(!at.shown().contains("Ann Adams"));
    CHECK(at.import().status == 0);
    REQUIRE(tests::wait_until([&] { return !at.ids().empty(); }));
    at.say(9, R"("arbiter":{"do":"move","san":"e4"})");
    at.model.pair_round(at.random); // the next round, too early
    const auto early = at.import();
    CHECK(early.status == 2);
    tests::says(early.output, "has no result yet: enter it first, then arm the next round");
}

TEST_CASE("the day of a round in the pairing program's file is not that of its games") {
    Tournament at;
    at.model.pair_round(at.random);
    at.model.other_records = "132" + std::string(88, ' ') + "26/11/29" + at.model.line_end;
    const auto written = at.file("round-1.toml");
    REQUIRE(at.import({"--arm"}).status == 0);
    const auto is_of_day = [&] {
        const auto pgn = tests::http_get(tests::served_port(*at.daemon), "/round.pgn");
        const auto count = [&](const std::string& text) {
            std::size_t found = 0;
            for (std::size_t pos = 0; (pos = pgn.find(text, pos)) != std::string::npos; ++pos) ++found;
            return found;
        };
        return count("[Date \"2026.11.29\"]") == tables && count("[Date ") == tables;
    };
    CHECK(tests::wait_until(is_of_day));
    const auto asked = tests::run_adoube(
        {"round", "import", at.file("open.trf"), "--config", at.hall.config().string(), "-o", written});
    CHECK(asked.status == 0);
    tests::says(asked.output, "round 1, 2026.11.29: 50 games");
    tests::says(tests::text_of(written), "date = '2026-11-29'");
}
