#include "tools/adoube/games/simulate.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/games/game_file.hpp"
#include "tools/adoube/games/play_as.hpp"
#include "tools/adoube/games/play_live.hpp"
#include "tools/hands/hands.hpp"
#include "tools/hands/recording.hpp"
#include "tools/hands/time_control.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace adoube::tools {
namespace {

record::Header header_of(const chess::PgnGame& game, record::Sensing sensing) {
    record::Header header;
    header.sensing = sensing;
    header.tags = game.tags;
    if (const auto control = header.tags.extract("TimeControl"))
        header.time_control = pgn_time_control(control.mapped());
    if (game.start != chess::Position::start()) header.start_fen = game.start.fen();
    header.chess960 = game.chess960;
    return header;
}

/// Live, hands alone show a result.
Timeline played(const NumberedGame& numbered, const Style& style, record::Sensing sensing,
                const SimulateOptions& options) {
    return play(numbered.game, {.style = style,
                                .sensing = sensing,
                                .seed = options.seed + static_cast<std::uint64_t>(numbered.number),
                                .only_hands = options.live.wanted()});
}

std::string log_of(const NumberedGame& numbered, const Style& style, const SimulateOptions& options) {
    // A live log names pieces in full: the virtual board has its own sensors.
    const auto sensing = options.live.wanted() ? record::Sensing::identity : options.sensing;
    std::string log = to_line(header_of(numbered.game, sensing)) + '\n';
    for (const auto& input : recorded(played(numbered, style, options.sensing, options), sensing))
        log += to_line(input) + '\n';
    return log;
}

/// For a board that makes the noise of its own scan.
PlayedGame played_as(const NumberedGame& numbered, Style style, record::Sensing sensing, bool has_clock,
                     const SimulateOptions& options, std::ostream& err) {
    style.seen_twice = 0;
    const auto header = header_of(numbered.game, sensing);
    const auto periods = umpire::parse_time_control(header.time_control);
    if (has_clock && (!periods || periods->empty()))
        say(err, "adoube simulate: no clock is at the board, as the game has no tag TimeControl that tells "
                 "its times");
    return {played(numbered, style, sensing, options), header.time_control};
}

int play_as(const NumberedGame& numbered, const Style& style, const SimulateOptions& options,
            std::ostream& err) {
    const auto boards = makers::simulated_boards();
    const auto kind = std::ranges::find(boards, options.live.as, &makers::SimulatedBoard::word);
    if (kind == boards.end()) {
        say(err, "adoube simulate: there is no board " + options.live.as);
        return bad_input;
    }
    const auto game = played_as(numbered, style, kind->sensing, kind->has_clock, options, err);
    return play_as(*kind, game, options.live, err);
}

int play_on_dgt_bus(const GameFile& file, const Style& style, const SimulateOptions& options,
                    std::ostream& err) {
    std::vector<PlayedGame> games;
    for (const auto& numbered : file.games)
        games.push_back(played_as(numbered, style, record::Sensing::identity, true, options, err));
    return games.empty() ? file.status : play_on_dgt_bus(games, options.live, err);
}

/// NAME-01.jsonl, padded to the digits of the file's last game.
std::string log_path(const SimulateOptions& options, int number, int count) {
    const auto digits = std::max<std::size_t>(2, std::to_string(count).size());
    auto name = std::to_string(number);
    name.insert(0, digits - std::min(digits, name.size()), '0');
    const auto stem =
        options.games == "-" ? std::string("game") : std::filesystem::path(options.games).stem().string();
    return (std::filesystem::path(options.out_dir) / (stem + "-" + name + ".jsonl")).string();
}

int write_logs(const GameFile& file, const Style& style, const SimulateOptions& options, Streams io) {
    std::error_code failed;
    std::filesystem::create_directories(options.out_dir, failed);
    if (failed) {
        say(io.err, options.out_dir + ": cannot be made: " + failed.message());
        return bad_input;
    }
    int status = file.status;
    Progress progress(io, false);
    for (const auto& numbered : file.games) {
        const auto path = log_path(options, numbered.number, file.count);
        progress.tell(static_cast<std::size_t>(numbered.number - 1), static_cast<std::size_t>(file.count),
                      path);
        if (const auto written = write_file(path, log_of(numbered, style, options)); !written) {
            say(io.err, written.error());
            status = bad_input;
        }
    }
    return status;
}

} // namespace

int run_simulate(const SimulateOptions& options, Streams io) {
    const auto style = style_named(options.style);
    if (!style) {
        say(io.err, "adoube simulate: there is no style " + options.style);
        return bad_input;
    }
    const GameFile file = read_games(options.games, options.game, io.in, io.err);
    if (!options.out_dir.empty() && !options.live.wanted()) return write_logs(file, *style, options, io);
    if (options.live.wanted() && options.live.as == makers::dgt_bus)
        return play_on_dgt_bus(file, *style, options, io.err);
    if (file.games.size() > 1) {
        io.err
            << "adoube simulate: say with --game N which game is meant, or with --out DIR where the logs of "
               "all shall be"
               " written\n";
        return bad_input;
    }
    if (file.games.empty()) return file.status;
    if (options.live.wanted() && !options.live.as.empty())
        return play_as(file.games.front(), *style, options, io.err);
    const auto log = log_of(file.games.front(), *style, options);
    if (options.live.wanted()) return play_live(log, options.live, options.sensing, io.err);
    io.out << log << std::flush;
    return file.status;
}

} // namespace adoube::tools
