// For study: writes one generated log and its truth, or runs a knob over many seeds and shows what fails.

#include "tests/replay/judge.hpp"

#include "daemon/umpire/sensor_log.hpp"

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

void run(std::string_view name, const replay::Knobs& knobs, umpire::Sensing sensing, std::uint64_t seed,
         int games, int shown) {
    std::size_t moves = 0, moves_right = 0;
    int right = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 0; n < games; ++n) {
        const auto played = replay::play_by_hand(seed + static_cast<std::uint64_t>(n), sensing, knobs);
        const auto record = replay::replayed(played.header, played.inputs).final_record();
        const auto verdict = judge(played, record);
        moves += verdict.moves, moves_right += verdict.moves_right, right += verdict.right();
        if (!verdict.right() && shown-- > 0)
            std::cout << "--seed " << seed + static_cast<std::uint64_t>(n) << " --knob " << name << ": "
                      << explain(played, record) << '\n';
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::cout << name << ": " << right << " of " << games << " games, " << moves_right << " of " << moves
              << " moves right, " << took.count() << " s\n";
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Logs from the contract's hands");
    std::uint64_t seed = 1;
    std::string knob = "plain", sensing = "presence", out;
    int games = 0, shown = 1;
    app.add_option("--seed", seed, "of the (first) game");
    app.add_option("--knob", knob, "or `all`");
    app.add_option("--sensing", sensing, "presence, colour or identity");
    app.add_option("--out", out, "writes OUT.jsonl and OUT.truth");
    app.add_option("--games", games, "how many to put before the umpire");
    app.add_option("--show", shown, "how many failures to show of each knob");
    CLI11_PARSE(app, argc, argv);
    const auto kind = umpire::sensing_from(sensing);
    if (!kind) return std::cerr << "no sensing is called " << sensing << '\n', 2;
    if (!out.empty()) write(replay::play_by_hand(seed, *kind, replay::knobs_of(knob)), out);
    for (const auto& named : replay::all_knobs())
        if (games > 0 && (knob == "all" || knob == named.name))
            run(named.name, replay::knobs_of(named.name), *kind, seed, games, shown);
}
