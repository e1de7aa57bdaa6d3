#include "tests/catch.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "tests/places.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"
#include "tools/adoube/games/game_file.hpp"
#include "tools/adoube/games/simulate.hpp"
#include "tools/hands/hands.hpp"
#include "tools/hands/recording.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace adoube;
using namespace adoube::tools;
using chess::Result;
using record::Sensing;
namespace fs = std::filesystem;

namespace {

struct Simulated {
    int status;
    std::vector<std::string> lines;
    std::string err;
};

Simulated simulate(const std::string& pgn, SimulateOptions options = {}) {
    options.games = "-";
    std::istringstream in(pgn);
    std::ostringstream out, err;
    Simulated simulated{run_simulate(options, {in, out, err}), {}, err.str()};
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) simulated.lines.push_back(line);
    return simulated;
}

/// Removed after the test.
struct TemporaryDirectory {
    fs::path path = fs::temp_directory_path() / ("adoube-simulate-" + std::to_string(::getpid()));
    TemporaryDirectory() { fs::create_directories(path); }
    ~TemporaryDirectory() { fs::remove_all(path); }
};

std::vector<fs::path> known_games() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(tests::project_file("tools/games")))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string umpired(const chess::PgnGame& game, const Players& players) {
    record::Header header;
    header.sensing = players.sensing;
    if (game.start != chess::Position::start()) header.start_fen = game.start.fen();
    header.chess960 = game.chess960;
    umpire::Umpire umpire(header);
    for (const auto& input : recorded(play(game, players), players.sensing)) umpire.feed(input);
    const auto final_record = umpire.final_record();
    std::string moves;
    for (const auto move : final_record.game.moves()) moves += to_uci(move) + ' ';
    return moves;
}

std::string moves_of(const chess::PgnGame& game) {
    std::string moves;
    for (const auto& move : game.moves) moves += to_uci(move.move) + ' ';
    return moves;
}

constexpr auto sample = R"([Event "Sample"]
[White "A"]
[Black "B"]
[TimeControl "15 min/game + 10 sec/move"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
)";

} // namespace

TEST_CASE("the well-known games are legal and end in their known positions") {
    struct Row {
        const char *file, *end;
        Result result;
    };
    const Row rows[] = {
        {"bogoljubov-alekhine", "8/8/4kp1p/3p3P/4KP2/8/8/8 w", Result::black_wins},
        {"byrne-fischer", "1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/2r3P1/2K5 w", Result::black_wins},
        {"evergreen", "1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b", Result::white_wins},
        {"gundersen-faul", "r1bq1r2/pp2n3/4N1Pk/3pPp2/1b1n2Q1/2N5/PP3PP1/R1B1K2R b", Result::white_wins},
        {"hamppe-meitner", "r2k3r/1bp2ppp/1pK5/p2pp3/8/P7/1PPP2PP/R1BQ2NR w", Result::draw},
        {"immortal", "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b", Result::white_wins},
        {"lasker-thomas", "rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPPKBP1R/R5k1 b", Result::white_wins},
        {"mcdonnell-labourdonnais", "3b2rk/3P2pp/8/p7/8/2Q5/PP1pppPP/3R3K w", Result::black_wins},
        {"opera", "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b", Result::white_wins},
        {"reti-tartakower", "rnbB1b1r/ppk2ppp/2p5/4q3/4n3/8/PPP2PPP/2KR1BNR b", Result::white_wins},
        {"rotlewi-rubinstein", "6k1/5ppp/pb2p3/1p2P3/1P2bPnP/P6r/1B4QP/R4R1K w", Result::black_wins},
        {"saavedra", "2R5/8/8/8/r7/1K6/8/k7 b", Result::white_wins},
        {"steinitz-bardeleben", "r1r4k/pp1q3R/5pp1/3p2N1/6Q1/8/PP3PPP/2R3K1 b", Result::white_wins},
    };
    CHECK(known_games().size() == std::size(rows));
    for (const Row& row : rows) {
        std::istringstream in;
        std::ostringstream err;
        const auto file =
            read_games(tests::project_file("tools/games/") + std::string(row.file) + ".pgn", {}, in, err);
        CAPTURE(row.file, err.str());
        REQUIRE(file.games.size() == 1);
        const auto& game = file.games[0].game;
        chess::Position position = game.start;
        for (const auto& move : game.moves) position.play(move.move);
        CHECK(position.fen().starts_with(row.end));
        CHECK(game.result == row.result);
    }
}

TEST_CASE("simulate: the log has the game's header and good lines, and begins with the board") {
    for (const auto sensing : {Sensing::presence, Sensing::colour, Sensing::identity}) {
        SimulateOptions options;
        options.sensing = sensing;
        const auto simulated = simulate(sample, options);
        CHECK(simulated.status == 0);
        CHECK(simulated.err.empty());
        const auto header = record::parse_header(simulated.lines.at(0));
        REQUIRE(header.has_value());
        CHECK(header->sensing == sensing);
        CHECK(header->time_control == "900+10");
        CHECK(header->tags.at("White") == "A");
        CHECK_FALSE(header->tags.contains("TimeControl"));
        GameMs last_ms;
        for (std::size_t at = 1; at < simulated.lines.size(); ++at) {
            const auto input = record::parse_input(simulated.lines[at], sensing);
            REQUIRE(input.has_value());
            CHECK(input->t_ms >= last_ms);
            last_ms = input->t_ms;
            CHECK((at == 1) == std::holds_alternative<record::Snapshot>(input->what));
        }
    }
}

TEST_CASE("simulate: a start position and Chess960 are carried into the header") {
    const auto simulated =
        simulate("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k6/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n"
                 "1. O-O *\n");
    const auto header = record::parse_header(simulated.lines.at(0));
    REQUIRE(header.has_value());
    CHECK(header->chess960);
    CHECK(header->start_fen.starts_with("1k6/8/8/8/8/8/8/5KR1 w"));
}

TEST_CASE("simulate: the same seed gives the same log, byte for byte") {
    SimulateOptions options;
    options.style = "clumsy";
    const auto first = simulate(sample, options).lines;
    CHECK(simulate(sample, options).lines == first);
    options.seed = 2;
    CHECK(simulate(sample, options).lines != first);
}

TEST_CASE("simulate: a log for each game, numbered, the bad ones left out and named") {
    const TemporaryDirectory directory;
    const auto pgn = directory.path / "round.pgn";
    std::ofstream(pgn) << sample << "\n[White \"C\"]\n\n1. e4 Ke7 2. e5 *\n\n" << sample;
    std::istringstream in;
    std::ostringstream out, err;
    SimulateOptions options;
    options.games = pgn.string();
    options.out_dir = (directory.path / "logs").string();
    CHECK(run_simulate(options, {in, out, err}) == 2);
    CHECK(err.str().starts_with(pgn.string() + ":11: "));
    CHECK(out.str().empty());
    CHECK(fs::exists(directory.path / "logs/round-01.jsonl"));
    CHECK_FALSE(fs::exists(directory.path / "logs/round-02.jsonl"));
    CHECK(fs::exists(directory.path / "logs/round-03.jsonl"));
}

TEST_CASE("simulate: what is missing is said in one sentence") {
    struct Row {
        const char *pgn, *file, *style;
        std::optional<int> game;
        const char* expected;
    };
    const std::string two = std::string(sample) + "\n" + sample;
    const Row rows[] = {
        {"", "-", "human", {}, "-: there is no game in it\n"},
        {"", "/nowhere.pgn", "human", {}, "/nowhere.pgn: cannot be read: No such file or directory\n"},
        {sample, "-", "human", 2, "-: there is no game 2 in it, but 1\n"},
        {sample, "-", "drunk", {}, "adoube simulate: there is no style drunk\n"},
        {two.c_str(),
         "-",
         "human",
         {},
         "adoube simulate: say with --game N which game is meant, or with --out DIR where the logs of all "
         "shall be written\n"},
    };
    for (const Row& row : rows) {
        std::istringstream in(row.pgn);
        std::ostringstream out, err;
        SimulateOptions options;
        options.games = row.file;
        options.style = row.style;
        options.game = row.game;
        CHECK(run_simulate(options, {in, out, err}) == 2);
        CHECK(err.str() == row.expected);
        CHECK(out.str().empty());
    }
}

TEST_CASE("simulate: the firmware sees every move of clean hands exactly as they were made") {
    const auto game = game_of("e4 d5 exd5 Qxd5 Nc3");
    std::string events;
    for (const auto& input :
         recorded(play(game, {.style = {}, .sensing = Sensing::identity}), Sensing::identity)) {
        if (const auto* lift = std::get_if<record::Lift>(&input.what))
            events += "-" + to_string(lift->square) + " ";
        if (const auto* drop = std::get_if<record::Drop>(&input.what))
            events += "+" + to_string(drop->square) + " ";
        if (const auto* press = std::get_if<record::Press>(&input.what))
            events += press->side == chess::Side::white ? "W " : "B ";
    }
    CHECK(events == "-e2 +e4 W -d7 +d5 B -d5 -e4 +d5 W -d5 -d8 +d5 B -b1 +c3 W ");
}

TEST_CASE("simulate: every presser, time and piece comes through the firmware within two scans") {
    for (const auto seed : tests::seeds({20, 100})) {
        const auto timeline =
            play(random_game(seed), {.style = {}, .sensing = Sensing::identity, .seed = seed});
        const auto inputs = recorded(timeline, Sensing::identity);
        std::vector<GameMs> happened_ms;
        for (const auto& happening : timeline.happenings) happened_ms.emplace_back(happening.t_us / 1000);
        REQUIRE(inputs.size() == happened_ms.size() + 1);
        for (std::size_t at = 0; at < happened_ms.size(); ++at) {
            REQUIRE(inputs[at + 1].t_ms >= happened_ms[at]);
            REQUIRE(inputs[at + 1].t_ms <= happened_ms[at] + 2);
        }
    }
}

TEST_CASE("simulate: the umpire gets every known game back, whatever the hands and sensors") {
    std::istringstream in;
    std::ostringstream err;
    for (const auto& path : known_games()) {
        const auto file = read_games(path.string(), {}, in, err);
        REQUIRE(file.games.size() == 1);
        const auto& game = file.games[0].game;
        for (const auto* style : {"clean", "human", "blitz", "clumsy"})
            for (const auto sensing : {Sensing::presence, Sensing::colour, Sensing::identity}) {
                CAPTURE(path.string(), style, static_cast<int>(sensing));
                CHECK(umpired(game, {.style = *style_named(style), .sensing = sensing}) == moves_of(game));
            }
    }
}
