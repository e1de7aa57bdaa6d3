// Counted work against budgets: what it is today, rounded up a little. Counts are the same on every machine,
// so unlike times they are tested. Whoever lowers one lowers its budget.

#include "daemon/chess/perft.hpp"
#include "daemon/chess/unwinnable/helpmate.hpp"
#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "daemon/server/crowd.hpp"
#include "daemon/server/router.hpp"
#include "tests/bench/allocations.hpp"
#include "tests/bench/games.hpp"
#include "tests/bench/live_umpire.hpp"
#include "tests/catch.hpp"
#include "tests/replay/judge.hpp"
#include "tests/unit/broadcast/games.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <sys/socket.h>
#include <unistd.h>

using namespace adoube;

namespace {

/// Games by noisy hands, a third of them for each kind of sensor.
const std::vector<replay::PlayedGame>& games() {
    static const auto all = [] {
        std::vector<replay::PlayedGame> played;
        for (std::uint64_t seed = 1; seed <= 30; ++seed)
            played.push_back(replay::play_by_hand(seed, static_cast<record::Sensing>(seed % 3),
                                                  replay::knobs_of("human")));
        return played;
    }();
    return all;
}

/// By the same hands, as if they never got tired.
std::vector<replay::PlayedGame> long_game() {
    auto knobs = replay::knobs_of("human");
    knobs.clock_readings = 0; // they would tell another time control's times
    knobs.setup = 0;          // costs as much as many moves
    std::vector<replay::PlayedGame> played{
        replay::play_by_hand(1, record::Sensing::presence, knobs, bench::long_game(500))};
    played.front().header.time_control = "36000+30";
    return played;
}

template<class Follows>
double allocations_an_event(const std::vector<replay::PlayedGame>& games) {
    std::uint64_t allocations = 0, events = 0;
    for (const auto& played : games) {
        events += played.inputs.size();
        allocations += bench::allocations_of([&] {
            Follows follows(played.header);
            for (const auto& input : played.inputs) follows.feed(input);
        });
    }
    return static_cast<double>(allocations) / static_cast<double>(events);
}

/// Of the Opera Game, 32 plies.
std::string plies_of_short_game() {
    const std::string whole = tests::short_game;
    return whole.substr(0, whole.rfind(' '));
}

/// Of so many plies, in which nothing is captured, as a hall of some rounds has them.
broadcast::PublicGame finished_game(int number, std::size_t plies) {
    auto game = broadcast::game_with("hall-2026-r1-b" + std::to_string(number), number, {});
    for (const auto* tag :
         {"Site", "Date", "WhiteElo", "BlackElo", "TimeControl", "WhiteFideId", "BlackFideId"})
        game.tags.set(tag, "something");
    constexpr const char* moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const auto move = game.position.move_from_uci(moves[ply % 4]).value();
        game.moves.push_back(
            {game.position, move, false, 5'400'000 - 1'000 * static_cast<std::int64_t>(ply)});
        game.position.play(move);
    }
    game.result = chess::Result::draw;
    return game;
}

/// For both sides.
std::uint64_t mating_nodes(std::span<const std::string_view> fens) {
    std::uint64_t nodes = 0;
    for (const auto fen : fens) {
        const auto position = chess::Position::from_fen(fen).value();
        for (const auto side : {chess::Side::white, chess::Side::black}) {
            const auto helpmate = chess::find_helpmate(position, side, chess::most_mating_nodes);
            CHECK(helpmate.found != chess::Mating::undecided);
            nodes += helpmate.nodes;
        }
    }
    return nodes;
}

/// Its other end takes what fits into a socket, and reads nothing.
class Display {
  public:
    explicit Display(boost::asio::io_context& io) {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        other_end_ = ends[1];
        boost::asio::ip::tcp::socket socket(io, boost::asio::ip::tcp::v4(), ends[0]);
        connection_ = std::make_shared<server::Connection>(std::move(socket));
    }
    Display(Display&& other) noexcept
        : other_end_(std::exchange(other.other_end_, -1)), connection_(std::move(other.connection_)) {}
    ~Display() { ::close(other_end_); }

    std::shared_ptr<server::Viewer> viewer() const {
        return std::make_shared<server::Viewer>(connection_, server::ViewerLimits());
    }

  private:
    int other_end_;
    std::shared_ptr<server::Connection> connection_;
};

} // namespace

TEST_CASE("Counting move sequences allocates") {
    const auto position = chess::Position::start();
    std::uint64_t count = 0;
    CHECK(bench::allocations_of([&] { count = chess::perft(position, 4); }) == 0);
    CHECK(count == 197'281);
}

TEST_CASE("An event allocates more than its budget in the umpire's replay of a game") {
    CHECK(allocations_an_event<umpire::Umpire>(games()) < 7.7); // goal: 2
}

TEST_CASE("An event allocates more than its budget in the umpire that a round asks") {
    CHECK(allocations_an_event<bench::LiveUmpire>(games()) < 9.7); // goal: 4
}

TEST_CASE("An event of a long game without captures allocates more than its budget") {
    CHECK(allocations_an_event<bench::LiveUmpire>(long_game()) < 8.2); // not the game itself, again and again
}

TEST_CASE("What halls keep many of is larger than its budget") {
    CHECK(sizeof(chess::Position) <= 88);
    CHECK(sizeof(broadcast::PublicGame) <= 320);
    CHECK(sizeof(broadcast::PublicMove) <= 32);
    CHECK(sizeof(umpire::Sight) <= 200);
    CHECK(sizeof(umpire::Reading) <= 1'104);
    CHECK(sizeof(round::Table) <= 1'384);
    CHECK(sizeof(round::TableGame) <= 1'464);
    CHECK(sizeof(journal::Record) <= 144);
}

TEST_CASE("A game that is played keeps more than its budget in the umpire") {
    std::optional<bench::LiveUmpire> umpire;
    const auto play = [&] {
        record::Header header;
        header.time_control = "5400+30";
        umpire.emplace(header);
        for (const auto& input : tests::SimpleHands().play(tests::moves_of(plies_of_short_game())))
            umpire->feed(input);
    };
    play(); // what the thread keeps of searches, for all its games
    umpire.reset();
    const auto bytes = bench::bytes_left_by(play);
    REQUIRE(umpire->plies() == 32);
    CHECK(bytes < 17'000);
}

TEST_CASE("A table with its game keeps more than its budget in the round") {
    constexpr int tables = 4;
    std::vector<round::Round::Seat> seats;
    std::vector<std::unique_ptr<tests::ScriptedBoard>> boards;
    for (int number = 1; number <= tables; ++number) {
        seats.push_back(tests::seat(number));
        seats.back().table.header.time_control = "5400+30";
    }
    tests::Hall hall(seats);
    for (std::size_t n = 0; n < tables; ++n) {
        boards.push_back(std::make_unique<tests::ScriptedBoard>(1, 0, 0xA1 + n));
        hall.plug(n, *boards.back());
        tests::HandsAtBoard hands(hall, *boards.back());
        hands.port = n;
        hands.play(plies_of_short_game());
    }
    hall.run(100);
    for (int number = 1; number <= tables; ++number)
        REQUIRE(hall.game("game-" + std::to_string(number)).moves.size() >= 29);
    hall.shown = {};
    const auto bytes = -bench::bytes_left_by([&] { const auto gone = std::move(hall.round()); });
    CHECK(bytes / tables < 43'000); // goal: 32'000
}

TEST_CASE("A finished game that was read in all its forms keeps more than its budget") {
    constexpr int games = 400;
    broadcast::LiveRound live("E");
    server::Documents documents;
    const auto bytes = bench::bytes_left_by([&] {
        for (int number = 1; number <= games; ++number) {
            const auto game = finished_game(number, 80);
            REQUIRE(live.recall(game));
            for (const auto* form : {".pgn", ".json", ".html"})
                REQUIRE(
                    server::respond({"GET", "/games/" + game.id + form, ""}, live, documents, {}).status ==
                    200);
        }
    });
    CHECK(bytes / games < 2'900); // goal: 1'500
}

TEST_CASE("A message allocates for a display that keeps up") {
    boost::asio::io_context io{1};
    std::vector<Display> displays;
    server::Crowd crowd;
    for (int n = 0; n < 10; ++n) crowd.add(displays.emplace_back(io).viewer(), std::nullopt);
    const server::Feed::Changes changes{std::make_shared<const std::string>(280, 'x'), {}};
    CHECK(bench::allocations_of([&] { crowd.tell(changes); }) == 0);
}

TEST_CASE("A display that comes allocates more than its budget until it waits for what comes") {
    constexpr std::size_t count = 100;
    boost::asio::io_context io{1};
    std::vector<Display> displays;
    for (std::size_t n = 0; n < count; ++n) displays.emplace_back(io);
    server::Crowd crowd;
    const auto allocations = bench::allocations_of([&] {
        for (const auto& display : displays) {
            const auto viewer = display.viewer();
            crowd.add(viewer, std::nullopt);
            viewer->run("", [](const auto&) {});
        }
    });
    CHECK(allocations < count * 11 / 10); // itself, and the list of all; not what Asio takes by itself
}

TEST_CASE("Who can mate in positions of games takes more nodes than its budget") {
    constexpr std::string_view fens[]{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -",
        "r4rk1/1bq1bppp/p2ppn2/1p6/3BPP2/P1NB4/1PP1Q1PP/R4RK1 b - -",
        "8/5pk1/6p1/3R4/5PP1/2r5/5K2/8 w - -",
        "8/8/4k3/4p3/8/2K1B3/8/8 w - -",
    };
    CHECK(mating_nodes(fens) <= 1'900);
}

TEST_CASE("Who can mate in locked positions takes more nodes than its budget") {
    constexpr std::string_view fens[]{
        "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -",
        "8/8/8/2p1p1p1/k1P1P1P1/p7/P7/K7 w - -",
        "6bk/6p1/5pPp/5P1P/8/8/8/K7 w - -",
        "bk6/1p6/1P6/8/8/8/8/6K1 w - -",
        "k7/Pp6/1P6/2Bb4/1B1B4/4BK2/8/8 w - -",
        "7k/6pP/6P1/5bKp/7P/5B2/4BB2/8 w - -",
        "6k1/1b2Bb2/2b3p1/6P1/4b2B/1pB3B1/pP1B4/KbB2b2 w - -",
        "b7/4B3/8/5bB1/k7/1pBp3b/pPbP1B2/K1B1B3 w - -",
    };
    CHECK(mating_nodes(fens) <= 98'100); // goal: 32,000
}

TEST_CASE("Who can mate takes more nodes than its budget where a search without goals finds it at length") {
    constexpr std::string_view fens[]{
        "k7/1b6/b1b5/1b6/p1p5/PpPp4/1P1P4/1NBK4 w - -",
        "1k6/1P1p1p1p/BP5p/1P6/8/8/3P1P1P/6K1 w - -",
        "1k6/1P5p/BP1p1p2/1P6/8/3P4/5PKP/8 w - -",
        "k7/p1p1p3/8/8/8/P1P1P1p1/6Pp/7K w - -",
    };
    for (const auto fen : fens) CHECK(mating_nodes(std::array{fen}) <= 19'000);
}
