// Writes a generated log and its truth, or runs a knob over many seeds and shows failures.

#include "tests/replay/incident_judge.hpp"
#include "tests/replay/judge.hpp"
#include "tests/replay/power_cuts.hpp"

#include "daemon/record/sensor_log.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <fstream>
#include <iostream>

namespace {

using namespace adoube;

void write(const replay::PlayedGame& played, const std::string& name) {
    std::ofstream log(name + ".jsonl"), truth(name + ".truth");
    log << to_line(played.header) << '\n';
    for (const auto& input : played.inputs) log << to_line(input) << '\n';
    for (const auto move : played.game.moves()) truth << to_uci(move, played.header.chess960) << ' ';
    truth << to_string(played.result) << '\n';
}

replay::PlayedGame play(std::uint64_t seed, record::Sensing sensing, const replay::Knobs& knobs,
                        replay::PowerCuts cuts) {
    auto played = replay::play_by_hand(seed, sensing, knobs);
    replay::Dice dice(seed);
    played.inputs = replay::with_power_cuts(played.header, played.inputs, cuts, dice);
    return played;
}

void run(std::string_view name, const replay::Knobs& knobs, record::Sensing sensing, replay::PowerCuts cuts,
         std::uint64_t seed, int games, int shown, bool shows_incidents) {
    std::size_t moves = 0, moves_right = 0, times = 0, times_right = 0;
    int right = 0;
    std::map<umpire::IncidentKind, replay::Tally> kinds;
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 0; n < games; ++n) {
        const auto played = play(seed + static_cast<std::uint64_t>(n), sensing, knobs, cuts);
        const auto umpire = replay::replayed(played.header, played.inputs);
        const auto record = umpire.final_record();
        const auto verdict = judge(played, record);
        times += verdict.times, times_right += verdict.times_right;
        moves += verdict.moves, moves_right += verdict.moves_right, right += verdict.right();
        const auto where = "--seed " + std::to_string(seed + static_cast<std::uint64_t>(n)) + " --knob " +
                           std::string(name) + ": ";
        if (!verdict.right() && !shows_incidents && shown-- > 0)
            std::cout << where << explain(played, record) << '\n';
        const auto incidents = judge_incidents(played, umpire.final_incidents());
        for (const auto& [kind, tally] : incidents.kinds) kinds[kind] += tally;
        for (const auto& error : incidents.errors)
            if (shows_incidents && shown-- > 0) std::cout << where << error << '\n';
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::cout << name << ": " << right << " of " << games << " games, " << moves_right << " of " << moves
              << " moves right, " << times_right << " of " << times << " times right, " << took.count()
              << " s\n"
              << table_of(kinds);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Logs from the contract's hands");
    std::uint64_t seed = 1;
    std::string knob = "plain", sensing = "presence", out;
    int games = 0, shown = 1;
    bool shows_incidents = false;
    replay::PowerCuts cuts{0, 0};
    app.add_option("--seed", seed, "of the (first) game");
    app.add_option("--knob", knob, "or `all`");
    app.add_option("--sensing", sensing, "presence, colour or identity");
    app.add_option("--cuts", cuts.cuts, "how often the board's power is cut in a game");
    app.add_option("--dark", cuts.longest_dark_ms, "for so many milliseconds at the most");
    app.add_option("--out", out, "writes OUT.jsonl and OUT.truth");
    app.add_option("--games", games, "how many to put before the umpire");
    app.add_option("--show", shown, "how many failures to show of each knob");
    app.add_flag("--incidents", shows_incidents, "show wrong and missed incidents in place of wrong games");
    CLI11_PARSE(app, argc, argv);
    const auto kind = record::sensing_from(sensing);
    if (!kind) return std::cerr << "no sensing is called " << sensing << '\n', 2;
    if (!out.empty()) write(play(seed, *kind, replay::knobs_of(knob), cuts), out);
    for (const auto& named : replay::all_knobs())
        if (games > 0 && (knob == "all" || knob == named.name))
            run(named.name, replay::knobs_of(named.name), *kind, cuts, seed, games, shown, shows_incidents);
}
