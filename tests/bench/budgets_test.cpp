// Counted work against budgets: what it is today, rounded up a little. Counts are the same on every machine,
// so unlike times they are tested. Whoever lowers one lowers its budget.

#include "daemon/chess/perft.hpp"
#include "daemon/chess/unwinnable/helpmate.hpp"
#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tests/bench/allocations.hpp"
#include "tests/bench/live_umpire.hpp"
#include "tests/catch.hpp"
#include "tests/replay/judge.hpp"

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

template<class Follows>
double allocations_an_event() {
    std::uint64_t allocations = 0, events = 0;
    for (const auto& played : games()) {
        events += played.inputs.size();
        allocations += bench::allocations_of([&] {
            Follows follows(played.header);
            for (const auto& input : played.inputs) follows.feed(input);
        });
    }
    return static_cast<double>(allocations) / static_cast<double>(events);
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

} // namespace

TEST_CASE("Counting move sequences allocates") {
    const auto position = chess::Position::start();
    std::uint64_t count = 0;
    CHECK(bench::allocations_of([&] { count = chess::perft(position, 4); }) == 0);
    CHECK(count == 197'281);
}

TEST_CASE("An event allocates more than its budget in the umpire's replay of a game") {
    CHECK(allocations_an_event<umpire::Umpire>() < 38); // goal: 2
}

TEST_CASE("An event allocates more than its budget in the umpire that a round asks") {
    CHECK(allocations_an_event<bench::LiveUmpire>() < 128); // goal: 4
}

TEST_CASE("Who can mate in positions of games takes more nodes than its budget") {
    constexpr std::string_view fens[]{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -",
        "r4rk1/1bq1bppp/p2ppn2/1p6/3BPP2/P1NB4/1PP1Q1PP/R4RK1 b - -",
        "8/5pk1/6p1/3R4/5PP1/2r5/5K2/8 w - -",
        "8/8/4k3/4p3/8/2K1B3/8/8 w - -",
    };
    CHECK(mating_nodes(fens) <= 5'700); // goal: 2,000
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
    CHECK(mating_nodes(fens) <= 110'000); // goal: 32,000
}
