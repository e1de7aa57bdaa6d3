// Plays a day of a hall in an hour: virtual boards, each with the firmware's own core, around the real
// daemon. All of a board's time runs faster (hands, scans, debounce, time stamps), so lifts and clocks are to
// firmware and umpire what they are in reality. Link time-outs, broadcast delay and displays run in real
// time.
//
//      adoube_soak --help
//      adoube_soak --past 2048                                       after a long event, whose pages it still
//      has adoube_soak --minutes 600 --boards 400 --folder /data/soak    a longer one, by hand
//
// Times and resource use are reported, not judged.

#include "hall.hpp"

#include <CLI/CLI.hpp>

#include <csignal>

int main(int argc, char** argv) {
    adoube::soak::Options options;
    CLI::App app{
        "A hall of virtual boards around a real daemon, at many times the pace of people, with cables pulled "
        "at "
        "random: every game must come out right, and the daemon take no more memory and descriptors at the "
        "end than at the start."};
    app.add_option("--boards", options.boards)->check(CLI::Range(1, 4'000))->capture_default_str();
    app.add_option("--displays", options.displays)->check(CLI::Range(1, 10'000))->capture_default_str();
    app.add_option("--past", options.past, "So many games were over before, and have their pages")
        ->check(CLI::Range(0, 100'000))
        ->capture_default_str();
    app.add_option("--minutes", options.minutes, "For so long it is played")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--speed", options.speed, "The boards' time, and the hands', for one of ours")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--folder", options.folder,
                   "A new one, which is kept; else one that is gone at the end if all was right");
    app.add_option("--seed", options.seed)->envname("ADOUBE_SEED")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::signal(SIGPIPE, SIG_IGN); // the error tells of a lost peer
    try {
        return adoube::soak::Hall(options).run() == 0 ? 0 : 1;
    } catch (const std::exception& failure) {
        std::cout << "FAULT: " << failure.what() << std::endl;
        return 1;
    }
}
