// Games of real length by noisy hands: what an event costs the umpire on one core, and how many moves it gets
// wrong, against snapshot matching over the same events.

#include "tests/bench/bench.hpp"
#include "tests/bench/live_umpire.hpp"
#include "tests/bench/snapshot_matching.hpp"
#include "tests/replay/judge.hpp"

#include <array>

using namespace adoube;
using record::Sensing;

namespace {

constexpr std::array<std::string_view, 3> names{"presence", "colour", "identity"};

struct Tally {
    double seconds = 0;
    std::array<std::uint64_t, 3> wrong{}; // by sensing
};

/// Missed, invented or another.
std::uint64_t wrong_moves(const replay::PlayedGame& played, const chess::Game& told) {
    umpire::GameRecord record;
    record.game = told;
    return std::max(told.moves().size(), played.game.moves().size()) - judge(played, record).moves_right;
}

/// Generating games takes longer than judging them, and all of them would not fit in memory.
std::vector<replay::PlayedGame> batch(std::uint64_t first_seed, std::uint64_t games) {
    std::vector<replay::PlayedGame> all;
    for (auto seed = first_seed; seed < first_seed + games; ++seed) {
        all.push_back(replay::play_by_hand(seed, static_cast<Sensing>(seed % 3), replay::knobs_of("human")));
        all.back().left_ms.clear(); // clocks are not compared here
    }
    return all;
}

/// Feeds every game to what `make` makes of its header, timed, and judges what `told` says of it.
template<class Make, class Told>
void put_before(const std::vector<replay::PlayedGame>& games, Tally& tally, Make make, Told told) {
    for (const auto& played : games) {
        auto judge = make(played.header);
        tally.seconds += bench::processor_time_of([&] {
            for (const auto& input : played.inputs) judge.feed(input);
        });
        tally.wrong[static_cast<std::size_t>(played.header.sensing)] += wrong_moves(played, told(judge));
    }
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t games = bench::is_brief(argc, argv) ? 30 : 10'000, at_once = 100;
    Tally live, replayed, matched;
    std::uint64_t events = 0;
    std::array<std::uint64_t, 3> moves{};
    for (std::uint64_t seed = 1; seed <= games; seed += at_once) {
        const auto some = batch(seed, std::min(at_once, games + 1 - seed));
        for (const auto& played : some) {
            events += played.inputs.size();
            moves[static_cast<std::size_t>(played.header.sensing)] += played.game.moves().size();
        }
        put_before(
            some, live, [](const auto& header) { return bench::LiveUmpire(header); },
            [](const auto& judge) { return judge.umpire().final_record().game; });
        put_before(
            some, matched, [](const auto& header) { return bench::SnapshotMatching(header); },
            [](auto& judge) { return judge.end(), judge.game(); });
        put_before(
            some, replayed, [](const auto& header) { return umpire::Umpire(header); },
            [](const auto& judge) { return judge.final_record().game; });
    }
    const auto each_us = [&](const Tally& tally) {
        return 1e6 * tally.seconds / static_cast<double>(events);
    };
    const std::string matching = "snapshot matching";
    bench::tell(
        {"umpire, an event as a round asks", "µs", {each_us(live), each_us(matched)}, matching, 2, true});
    bench::tell(
        {"umpire, an event of a replay", "µs", {each_us(replayed), each_us(matched)}, matching, 2, true});
    for (std::size_t sensing = 0; sensing < names.size(); ++sensing)
        bench::tell({"umpire, wrong moves, " + std::string(names[sensing]),
                     "of " + std::to_string(moves[sensing]),
                     {static_cast<double>(live.wrong[sensing]), static_cast<double>(matched.wrong[sensing])},
                     matching,
                     0.001});
}
