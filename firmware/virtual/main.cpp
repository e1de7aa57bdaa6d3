// The command line of adoube-virtual-board.

#include "firmware/virtual/program.hpp"
#include "firmware/virtual/sensor_script.hpp" // sensing_from

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    adoube::firmware::ProgramOptions options;
    std::string board_id = "1", sensing;
    CLI::App app{"A chess board without hardware: plays a sensor log through the firmware's core, to a host "
                 "on a pty or TCP."};
    app.add_option("LOG", options.log, "The sensor log; - is standard input, acted on as it comes")
        ->capture_default_str();
    auto* ports = app.add_option_group("port", "Where a host finds the board")->require_option(1);
    ports->add_option("--pty", options.pty, "A path to become a link to the board's terminal");
    ports->add_option("--tcp", options.tcp, "HOST:PORT to listen on; port 0 takes a free one");
    app.add_option("--speed", options.speed, "1 is real time, 0 as fast as the host takes it")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    app.add_option("--id", board_id, "The board's id, up to 16 hexadecimal digits")
        ->check([](const std::string& text) {
            const bool good = !text.empty() && text.size() <= 16 &&
                              text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
            return good ? std::string() : "must be 1 to 16 hexadecimal digits";
        })
        ->capture_default_str();
    app.add_option("--sensing", sensing, "What the squares can tell; as the log says if absent")
        ->check(CLI::IsMember({"presence", "colour", "identity"}));
    app.add_option("--bounce", options.bounce_us, "Microseconds for which every contact bounces")
        ->check(CLI::Range(0, 50'000));
    app.add_flag("--wait", options.wait, "Begin only when a host is there");
    app.add_flag("--stay", options.stay, "Stay there when the log has ended");
    CLI11_PARSE(app, argc, argv);
    if (!sensing.empty()) options.sensing = adoube::firmware::sensing_from(sensing);
    options.board_id = std::stoull(board_id, nullptr, 16);
    return adoube::firmware::run_virtual_board(options);
}
