// A hall in which a day is played in an hour: virtual boards in this program, the firmware's own core each,
// around the daemon as it is. A board's whole time runs faster, its scans, debounce and stamps with the
// hands; so a lift is to the firmware, and an hour on a player's clock to the umpire, what it is to people.
// The link's time-outs, the delay and displays run in the world's time.
//
//      adoube_soak --help
//      adoube_soak --minutes 600 --boards 400 --folder /data/soak    a longer one, by hand
//
// Times, and what it takes of the machine, are told and not judged.

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
    std::signal(SIGPIPE, SIG_IGN); // a port or a display that is cut off is told by its error
    try {
        return adoube::soak::Hall(options).run() == 0 ? 0 : 1;
    } catch (const std::exception& failure) {
        std::cout << "FAULT: " << failure.what() << std::endl;
        return 1;
    }
}
