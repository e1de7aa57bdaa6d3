// Simulates halls from seeds, and shrinks what it finds.
//
//      adoube_hall --seed 1 --halls 100 --minutes 60          a hundred hours of eight boards
//      adoube_hall --seed 7 --minutes 60 --until-s 812 --tables 4 --faults 3,17    as a finding prints it

#include "tests/hall/simulation.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

namespace {

using namespace adoube::hall;

struct Wanted {
    std::uint64_t seed = 1;
    int halls = 1, minutes = 60;
    unsigned at_once = std::max(1U, std::thread::hardware_concurrency());
    std::int64_t until_s = 0;
    std::vector<std::size_t> tables, faults;
    std::string logs;
    bool no_faults = false, no_shrink = false;
};

void tell(const Scenario& scenario, const Outcome& outcome) {
    std::cout << to_text(scenario) << "\n  after " << outcome.at / s
              << " s: " << (outcome.is_misread ? "misread, " : "")
              << (outcome.broken.empty() ? "all holds" : outcome.broken) << '\n';
    for (const auto& fault : scenario.faults)
        std::cout << "  " << fault.at / s << " s: " << name_of(fault.kind) << " for " << fault.lasts / ms
                  << " ms, table " << fault.table + 1 << '\n';
    std::cout << std::flush;
}

void keep(const std::string& folder, const Outcome& outcome) {
    if (folder.empty()) return;
    for (const auto& [id, log] : outcome.logs)
        std::ofstream(std::filesystem::path(folder) / (id + ".jsonl")) << log;
}

/// Plays independent halls in parallel.
class Halls {
  public:
    explicit Halls(const Wanted& wanted) : wanted_(wanted) {}

    int play() {
        const auto begun = std::chrono::steady_clock::now();
        {
            std::vector<std::jthread> threads;
            for (unsigned n = 0; n < wanted_.at_once; ++n)
                threads.emplace_back([this] {
                    for (int hall; (hall = next_++) < wanted_.halls;) play(hall);
                });
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        std::cout << wanted_.halls << " halls, " << broken_ << " broken, " << misread_
                  << " with a game misread: " << all_.at / (3600 * s) << " h, " << all_.games << " games ("
                  << all_.games_by_presence << " by presence, " << all_.lossy_games
                  << " with something lost), " << all_.plies << " plies, " << all_.inputs << " inputs, "
                  << all_.starts << " starts, " << all_.frames << " frames; "
                  << static_cast<double>(all_.at) / 1e6 / took.count() << " times the pace of play\n";
        return broken_ == 0 && !are_too_many_misread() ? 0 : 1;
    }

  private:
    /// Presence sensing leaves one game in thousands ambiguous.
    bool are_too_many_misread() const {
        constexpr std::uint64_t games_for_one = 2'000;
        return misread_ > (all_.games_by_presence + games_for_one - 1) / games_for_one;
    }

    void play(int hall) {
        auto scenario = draw(wanted_.seed + static_cast<std::uint64_t>(hall), wanted_.minutes);
        if (wanted_.until_s > 0) scenario.until = std::min<Us>(scenario.until, wanted_.until_s * s);
        if (!wanted_.tables.empty()) keep_tables(scenario, wanted_.tables);
        if (wanted_.no_faults || !wanted_.faults.empty()) keep_faults(scenario, wanted_.faults);
        const auto outcome = simulate(scenario);
        add(outcome);
        if (outcome.broken.empty()) return;
        if (wanted_.no_shrink) return tell_and_keep(scenario, outcome, outcome);
        const auto least = shrink(scenario, outcome);
        tell_and_keep(scenario, outcome, simulate(least), &least);
    }

    void add(const Outcome& outcome) {
        const std::lock_guard lock(mutex_);
        all_.at += outcome.at, all_.plies += outcome.plies, all_.games += outcome.games;
        all_.games_by_presence += outcome.games_by_presence, all_.lossy_games += outcome.lossy_games,
            all_.inputs += outcome.inputs;
        all_.starts += outcome.starts, all_.frames += outcome.frames;
        if (!outcome.broken.empty()) ++(outcome.is_misread ? misread_ : broken_);
    }

    void tell_and_keep(const Scenario& scenario, const Outcome& outcome, const Outcome& again,
                       const Scenario* least = nullptr) {
        const std::lock_guard lock(mutex_);
        tell(scenario, outcome);
        if (least) tell(*least, again);
        keep(wanted_.logs, again);
    }

    const Wanted wanted_;
    std::atomic<int> next_ = 0;
    std::mutex mutex_; // of the rest, and of standard output
    Outcome all_;
    std::uint64_t broken_ = 0, misread_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    CLI::App app{"Halls of eight boards in memory, in which everything goes wrong that can: all that must "
                 "always hold is looked at after each step."};
    app.add_option("--seed", wanted.seed, "Of the first hall; each later one has the next")
        ->capture_default_str();
    app.add_option("--halls", wanted.halls)->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--minutes", wanted.minutes, "For so long is played in each")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--at-once", wanted.at_once, "So many threads; what a hall does is not changed by it")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    app.add_option("--until-s", wanted.until_s, "It ends sooner");
    app.add_option("--tables", wanted.tables, "Only these")->delimiter(',');
    app.add_option("--faults", wanted.faults, "Only these, of those that were drawn")->delimiter(',');
    app.add_flag("--no-faults", wanted.no_faults);
    app.add_flag("--no-shrink", wanted.no_shrink, "What breaks is told as it is");
    app.add_option("--logs", wanted.logs, "A folder for the sensor logs of what broke");
    CLI11_PARSE(app, argc, argv);
    return Halls(wanted).play();
}
