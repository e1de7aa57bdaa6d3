// Who can still mate, asked of positions that are labelled with it and of those of games: ours, and a plain
// search for helpmates with as many nodes.

#include "daemon/chess/unwinnable/helpmate.hpp"
#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tests/bench/bench.hpp"
#include "tests/bench/games.hpp"
#include "tests/bench/plain_helpmate.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>

using namespace adoube;
using chess::Mating;
using chess::Position;
using chess::Side;

namespace {

struct Asked {
    Position position;
    std::string who; // WB, W-, -B or --; empty: nobody has said
};

/// Empty where they are not beside the project.
std::vector<Asked> labelled() {
    std::vector<Asked> all;
    std::ifstream file(tests::shared_data("unwinnable/sample.txt"));
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#') && line.size() > 3)
            all.push_back({Position::from_fen(line.substr(3)).value(), line.substr(0, 2)});
    return all;
}

std::vector<Asked> of_games() {
    std::vector<Asked> all;
    for (const auto& game : bench::known_games())
        for (std::size_t ply = 0; ply <= game.moves().size(); ++ply)
            all.push_back({game.position_at(ply), {}});
    return all;
}

template<class T>
std::vector<T> every(std::size_t nth, const std::vector<T>& all) {
    std::vector<T> some;
    for (std::size_t at = 0; at < all.size(); at += nth) some.push_back(all[at]);
    return some;
}

/// What asking about both sides cost, position by position.
struct Tally {
    std::vector<double> seconds{};
    std::uint64_t nodes = 0, undecided = 0;

    double mean() const {
        double sum = 0;
        for (const double each : seconds) sum += each;
        return sum / static_cast<double>(seconds.size());
    }
    /// All but one in a thousand take less.
    double slow() const {
        auto sorted = seconds;
        std::ranges::sort(sorted);
        return sorted[sorted.size() - 1 - sorted.size() / 1000];
    }
    double mean_nodes() const { return static_cast<double>(nodes) / static_cast<double>(seconds.size()); }
};

void check(const Asked& asked, Mating white, Mating black) {
    const auto is_wrong = [&](char said, char can, Mating found) {
        return found != Mating::undecided && (said == can) != (found == Mating::possible);
    };
    if (asked.who.empty()) return;
    if (is_wrong(asked.who[0], 'W', white) || is_wrong(asked.who[1], 'B', black))
        bench::refuse("wrong of " + asked.position.fen());
}

Tally ours(const std::vector<Asked>& all) {
    Tally tally;
    for (const auto& asked : all) {
        chess::WhoCanMate who{};
        tally.seconds.push_back(bench::processor_time_of([&] { who = chess::who_can_mate(asked.position); }));
        check(asked, who.white, who.black);
        tally.undecided += (who.white == Mating::undecided) + (who.black == Mating::undecided);
        for (const Side side : {Side::white, Side::black}) // not timed: who_can_mate() does not tell
            tally.nodes += chess::find_helpmate(asked.position, side, chess::most_mating_nodes).nodes;
    }
    return tally;
}

Tally plain(const std::vector<Asked>& all) {
    Tally tally;
    for (const auto& asked : all) {
        bench::PlainAnswer white{}, black{};
        tally.seconds.push_back(bench::processor_time_of([&] {
            white = bench::plain_helpmate(asked.position, Side::white, chess::most_mating_nodes);
            black = bench::plain_helpmate(asked.position, Side::black, chess::most_mating_nodes);
        }));
        check(asked, white.found, black.found);
        tally.undecided += (white.found == Mating::undecided) + (black.found == Mating::undecided);
        tally.nodes += white.nodes + black.nodes;
    }
    return tally;
}

struct Goals {
    double mean_ms;
    std::optional<double> slow_ms;
};

/// The yardstick is asked about every `nth` of them only.
void measure(const std::string& what, const std::vector<Asked>& all, std::size_t nth, const Goals& goals) {
    const auto some = every(nth, all);
    Tally our, their;
    const auto our_turn = [&] { return (our = ours(all)).mean() * 1e3; };
    const auto their_turn = [&] { return (their = plain(some)).mean() * 1e3; };
    const std::string yardstick = "plain search", name = "who can mate, " + what;
    bench::tell({name, "ms", bench::in_turns(1, our_turn, their_turn), yardstick, goals.mean_ms, true});
    bench::tell({name + ", slow in 1,000",
                 "ms",
                 {our.slow() * 1e3, their.slow() * 1e3},
                 yardstick,
                 goals.slow_ms,
                 true});
    bench::tell({name + ", nodes", "", {our.mean_nodes(), their.mean_nodes()}, yardstick, {}});
    const auto share = [](const Tally& tally) {
        return 50.0 * static_cast<double>(tally.undecided) / static_cast<double>(tally.seconds.size());
    };
    bench::tell({name + ", undecided", "%", {share(our), share(their)}, yardstick, 0, true});
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    const auto known = labelled(), played = of_games();
    if (known.empty())
        std::cout << "who can mate: no labelled positions beside the project (unwinnable/sample.txt)\n";
    else
        measure("labelled", every(brief ? 50 : 1, known), brief ? 4 : 2, {1, 20});
    measure("games", every(brief ? 500 : 1, played), brief ? 4 : 20, {0.05, {}});
}
