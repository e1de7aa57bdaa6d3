// Simulates halls from seeds, and shrinks what it finds.
//
//      adoube_hall --seed 1 --halls 100 --minutes 60          a hundred hours of eight boards
//      adoube_hall --seed 7 --minutes 60 --until-s 812 --tables 4 --faults 3,17    as a finding has it

#include "tests/hall/simulation.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using namespace adoube::hall;

void tell(const Scenario& scenario, const Outcome& outcome) {
    std::cout << to_text(scenario) << "\n  after " << outcome.at / s
              << " s: " << (outcome.broken.empty() ? "all holds" : outcome.broken) << '\n';
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

} // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    int halls = 1, minutes = 60;
    std::int64_t until_s = 0;
    std::vector<std::size_t> tables, faults;
    std::string logs;
    bool no_faults = false, no_shrink = false;
    CLI::App app{"Halls of eight boards in memory, in which everything goes wrong that can: all that must "
                 "always hold is looked at after each step."};
    app.add_option("--seed", seed, "Of the first hall; each later one has the next")->capture_default_str();
    app.add_option("--halls", halls)->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--minutes", minutes, "For so long is played in each")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--until-s", until_s, "It ends sooner");
    app.add_option("--tables", tables, "Only these")->delimiter(',');
    app.add_option("--faults", faults, "Only these, of those that were drawn")->delimiter(',');
    app.add_flag("--no-faults", no_faults);
    app.add_flag("--no-shrink", no_shrink, "What breaks is told as it is");
    app.add_option("--logs", logs, "A folder for the sensor logs of what broke");
    CLI11_PARSE(app, argc, argv);

    Outcome all;
    int broken = 0;
    const auto begun = std::chrono::steady_clock::now();
    for (int hall = 0; hall < halls; ++hall) {
        auto scenario = draw(seed + static_cast<std::uint64_t>(hall), minutes);
        if (until_s > 0) scenario.until = std::min<Us>(scenario.until, until_s * s);
        if (!tables.empty()) keep_tables(scenario, tables);
        if (no_faults || !faults.empty()) keep_faults(scenario, faults);
        const auto outcome = simulate(scenario);
        all.at += outcome.at, all.plies += outcome.plies, all.games += outcome.games;
        all.lossy_games += outcome.lossy_games, all.inputs += outcome.inputs;
        all.starts += outcome.starts, all.frames += outcome.frames;
        if (outcome.broken.empty()) continue;
        ++broken;
        tell(scenario, outcome);
        if (no_shrink) {
            keep(logs, outcome);
            continue;
        }
        const auto least = shrink(scenario, outcome);
        const auto again = simulate(least);
        tell(least, again);
        keep(logs, again);
    }
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    std::cout << halls << " halls, " << broken << " broken: " << all.at / (3600 * s) << " h, " << all.games
              << " games (" << all.lossy_games << " with something lost), " << all.plies << " plies, "
              << all.inputs << " inputs, " << all.starts << " starts, " << all.frames << " frames; "
              << static_cast<double>(all.at) / 1e6 / took << " times the pace of play\n";
    return broken == 0 ? 0 : 1;
}
