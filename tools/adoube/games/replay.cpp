#include "tools/adoube/games/replay.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "daemon/umpire/game/scoresheet.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/games/game_json.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

namespace adoube::tools {
namespace {

class Replay {
  public:
    Replay(const ReplayOptions& options, std::string file, Streams io)
        : options_(options), file_(std::move(file)), io_(io) {}

    /// `told` may be empty.
    int read(std::istream& log, const Steps& told) {
        std::string line;
        for (Line read; (read = read_line(log, line)) != Line::end;) {
            ++line_;
            if (told) told(static_cast<std::size_t>(line_), 0);
            if (read == Line::too_long) return blame("this line is longer than any of a sensor log");
            const bool whole = !log.eof();
            auto taken = umpire_ ? take_input(line) : take_header(line);
            if (taken) continue;
            if (!whole && umpire_) {
                say(io_.err, place() + "warning: the last line is incomplete and was dropped");
                return success;
            }
            return blame(taken.error());
        }
        if (log.bad()) return blame(std::string("cannot be read: ") + std::strerror(errno));
        if (!umpire_) {
            line_ = 1;
            return blame("this is no sensor log: the file is empty");
        }
        return success;
    }

    const std::optional<umpire::Umpire>& umpire() const { return umpire_; }

  private:
    std::expected<void, std::string> take_header(std::string_view line) {
        auto header = record::parse_header(line);
        if (!header) return std::unexpected("this is no sensor log: " + header.error());
        recorded_with_ = header->sensing;
        if (options_.laws) header->laws = *options_.laws;
        if (options_.sensing) header->sensing = *options_.sensing;
        if (const auto control = umpire::parse_time_control(header->time_control); !control)
            say(io_.err, place() + "warning: " + control.error() + "; no clock is kept");
        umpire_.emplace(*header);
        return {};
    }

    std::expected<void, std::string> take_input(std::string_view line) {
        const auto input = record::parse_input(line, recorded_with_);
        if (!input) return std::unexpected(input.error());
        if (input->t_ms < last_ms_)
            return std::unexpected("\"t\" goes back from " + std::to_string(last_ms_.count()) + " to " +
                                   std::to_string(input->t_ms.count()));
        last_ms_ = input->t_ms;
        umpire_->feed(*input);
        if (options_.explain) explain(line);
        return {};
    }

    void explain(std::string_view input) {
        say(io_.out, std::to_string(line_) + ": " + std::string(input));
        std::istringstream lines(umpire_->explanation());
        for (std::string line; std::getline(lines, line);) say(io_.out, "    " + line);
    }

    std::string place() const { return file_ + ":" + std::to_string(line_) + ": "; }
    int blame(const std::string& reason) {
        say(io_.err, place() + reason);
        return bad_input;
    }

    const ReplayOptions& options_;
    std::string file_;
    Streams io_;
    int line_ = 0;
    GameMs last_ms_;
    record::Sensing recorded_with_{};
    std::optional<umpire::Umpire> umpire_;
};

chess::PgnGame game_of(const umpire::Umpire& umpire) {
    return umpire::scoresheet(umpire.header(), umpire.final_record());
}

/// As of game_json.hpp, with `log` and, as in NAME.incidents.jsonl, `incidents`.
boost::json::object outcome_of(const umpire::Umpire& umpire, const std::string& log) {
    auto object = json_of(game_of(umpire), *chess::notation_named("san", "en"));
    boost::json::array incidents;
    for (const auto& incident : umpire.final_incidents()) incidents.push_back(*parse_json(to_line(incident)));
    object["log"] = log;
    object["incidents"] = std::move(incidents);
    return object;
}

int written(const std::filesystem::path& path, std::string_view text, std::ostream& err) {
    const auto done = write_file(path.string(), text);
    if (done) return success;
    say(err, done.error());
    return bad_input;
}

int write_outcome(const umpire::Umpire& umpire, const std::filesystem::path& dir, const std::string& name,
                  std::ostream& err) {
    std::string incidents;
    for (const auto& incident : umpire.final_incidents()) incidents += to_line(incident) + "\n";
    return std::max(written(dir / (name + ".pgn"), chess::to_pgn(game_of(umpire)), err),
                    written(dir / (name + ".incidents.jsonl"), incidents, err));
}

int replay_one(const ReplayOptions& options, const std::string& log, const Steps& told, Streams io) {
    Replay replay(options, log == "-" ? "standard input" : log, io);
    int status = success;
    if (log == "-") {
        status = replay.read(io.in, told);
    } else {
        errno = 0;
        std::ifstream file(log, std::ios::binary);
        std::error_code unknown;
        if (!file || std::filesystem::is_directory(log, unknown)) {
            say(io.err, log + ": cannot be read: " + std::strerror(file ? EISDIR : errno));
            return bad_input;
        }
        status = replay.read(file, told);
    }
    if (!replay.umpire()) return status;
    if (options.json) put_json(io.out, outcome_of(*replay.umpire(), log));
    if (options.out_dir.empty()) {
        if (!options.json) put_pgn(io.out, chess::to_pgn(game_of(*replay.umpire())));
        return status;
    }
    const auto name = log == "-" ? std::string("stdin") : std::filesystem::path(log).stem().string();
    return std::max(status, write_outcome(*replay.umpire(), options.out_dir, name, io.err));
}

} // namespace

int run_replay(const ReplayOptions& options, Streams io) {
    const bool one = options.logs.size() == 1;
    if (options.explain && !one) {
        io.err << "adoube replay: --explain takes one log at a time\n";
        return bad_input;
    }
    if (options.out_dir.empty() && !options.explain && !options.json &&
        !(one && options.logs.front() == "-")) {
        io.err << "adoube replay: say with --out DIR where the games shall be written\n";
        return bad_input;
    }
    std::error_code failed;
    if (!options.out_dir.empty()) std::filesystem::create_directories(options.out_dir, failed);
    if (failed) {
        say(io.err, options.out_dir + ": cannot be made: " + failed.message());
        return bad_input;
    }
    int status = success;
    std::set<std::string> names;
    Progress progress(io, options.json);
    for (std::size_t done = 0; const auto& log : options.logs) {
        progress.tell(done++, options.logs.size(), log);
        if (!names.insert(std::filesystem::path(log).stem().string()).second) {
            say(io.err, log +
                            ": another log of this name was replayed into the same directory: replay it into "
                            "another");
            status = bad_input;
            continue;
        }
        status = std::max(status, replay_one(options, log, one ? progress.steps("inputs") : Steps(), io));
    }
    return status;
}

} // namespace adoube::tools
