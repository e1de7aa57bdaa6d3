#include "tools/adoube/simulate.hpp"

#include "daemon/umpire/sensor_log.hpp"
#include "tools/adoube/exit_status.hpp"
#include "tools/adoube/files.hpp"
#include "tools/adoube/game_file.hpp"
#include "tools/hands/hands.hpp"
#include "tools/hands/recording.hpp"
#include "tools/hands/time_control.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace adoube::tools {
namespace {

umpire::Header header_of(const chess::PgnGame& game, umpire::Sensing sensing) {
    umpire::Header header;
    header.sensing = sensing;
    header.tags = game.tags;
    if (const auto control = header.tags.extract("TimeControl"))
        header.time_control = pgn_time_control(control.mapped());
    if (game.start != chess::Position::start()) header.start_fen = game.start.fen();
    header.chess960 = game.chess960;
    return header;
}

std::string log_of(const NumberedGame& numbered, const Style& style, const SimulateOptions& options) {
    const Players players{.style = style,
                          .sensing = options.sensing,
                          .seed = options.seed + static_cast<std::uint64_t>(numbered.number)};
    std::string log = to_line(header_of(numbered.game, options.sensing)) + '\n';
    for (const auto& input : record(play(numbered.game, players), options.sensing))
        log += to_line(input) + '\n';
    return log;
}

/// NAME-01.jsonl, with as many digits as the last game of the file needs.
std::string log_path(const SimulateOptions& options, int number, int count) {
    const auto digits = std::max<std::size_t>(2, std::to_string(count).size());
    auto name = std::to_string(number);
    name.insert(0, digits - std::min(digits, name.size()), '0');
    const auto stem =
        options.games == "-" ? std::string("game") : std::filesystem::path(options.games).stem().string();
    return (std::filesystem::path(options.out_dir) / (stem + "-" + name + ".jsonl")).string();
}

} // namespace

int run_simulate(const SimulateOptions& options, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto style = style_named(options.style);
    if (!style) {
        err << "adoube simulate: there is no style " << options.style << '\n';
        return bad_input;
    }
    const GameFile file = read_games(options.games, options.game, in, err);
    if (options.out_dir.empty() && file.games.size() > 1) {
        err << "adoube simulate: say with --game N which game goes to standard output, or with --out DIR "
               "where all their logs"
               " shall be written\n";
        return bad_input;
    }
    std::error_code failed;
    if (!options.out_dir.empty()) std::filesystem::create_directories(options.out_dir, failed);
    if (failed) {
        err << options.out_dir << ": cannot be made: " << failed.message() << '\n';
        return bad_input;
    }
    int status = file.status;
    for (const auto& numbered : file.games) {
        const auto log = log_of(numbered, *style, options);
        if (options.out_dir.empty()) {
            out << log << std::flush;
        } else if (const auto written = write_file(log_path(options, numbered.number, file.count), log);
                   !written) {
            err << written.error() << '\n';
            status = bad_input;
        }
    }
    return status;
}

} // namespace adoube::tools
