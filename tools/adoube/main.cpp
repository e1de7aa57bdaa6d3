// The command `adoube`: verbs and their options; wiring only.

#include "daemon/record/sensor_log.hpp"
#include "daemon/server/own_certificate.hpp"
#include "tools/adoube/board/bus.hpp"
#include "tools/adoube/board/calibrate.hpp"
#include "tools/adoube/board/check.hpp"
#include "tools/adoube/board/design.hpp"
#include "tools/adoube/board/flash.hpp"
#include "tools/adoube/board/info.hpp"
#include "tools/adoube/board/list.hpp"
#include "tools/adoube/board/monitor.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/verb.hpp"
#include "tools/adoube/evidence/verbs.hpp"
#include "tools/adoube/games/import_dgt.hpp"
#include "tools/adoube/games/import_states.hpp"
#include "tools/adoube/games/laws.hpp"
#include "tools/adoube/games/notate.hpp"
#include "tools/adoube/games/perft.hpp"
#include "tools/adoube/games/replay.hpp"
#include "tools/adoube/games/simulate.hpp"
#include "tools/adoube/games/unwinnable.hpp"
#include "tools/adoube/hall/arbiter.hpp"
#include "tools/adoube/hall/broker.hpp"
#include "tools/adoube/hall/certificate.hpp"
#include "tools/adoube/hall/exits.hpp"
#include "tools/adoube/hall/journal.hpp"
#include "tools/adoube/hall/new_hall.hpp"
#include "tools/adoube/hall/round_acts.hpp"
#include "tools/adoube/hall/round_clock_times.hpp"
#include "tools/adoube/hall/round_import.hpp"
#include "tools/adoube/hall/round_report.hpp"
#include "tools/adoube/hall/round_results.hpp"
#include "tools/adoube/hall/round_standings.hpp"
#include "tools/adoube/hall/scoresheets.hpp"
#include "tools/adoube/hall/standby_key.hpp"
#include "tools/adoube/hall/targets.hpp"
#include "tools/adoube/hall/token.hpp"
#include "tools/adoube/live/show.hpp"
#include "tools/adoube/live/watch.hpp"
#include "tools/adoube/usage/internal_verbs.hpp"
#include "tools/makers/simulated_boards.hpp"

#include <charconv>
#include <cmath>
#include <memory>

namespace {

using namespace adoube::tools;

void add_perft(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("perft", "Count the ways in which a position can go on");
    auto& options = runs(verb, chosen, run_perft);
    add_json(verb, options.json);
    verb.add_option("DEPTH", options.depth, "How many plies")->required();
    verb.add_option("FEN", options.fen, "The position, in quotes; the start position if absent");
}

void add_unwinnable(CLI::App& app, std::function<int()>& chosen) {
    auto& verb =
        *app.add_subcommand("unwinnable", "Tell for each FEN on standard input who can still mate: WB, W-, "
                                          "-B or --; ?? where the limit does not suffice, !! where it is "
                                          "no FEN");
    auto& options = runs(verb, chosen, run_unwinnable);
    verb.add_option("--limit", options.limit, "Positions looked at for each side before giving up")
        ->capture_default_str();
    add_json(verb, options.json, as_json_lines);
}

void add_import(CLI::App& app, std::function<int()>& chosen) {
    auto& import = *app.add_subcommand("import", "Turn another maker's recording into a sensor log");
    import.require_subcommand(1);
    const auto add_files = [](CLI::App& verb, ImportOptions& options) {
        verb.add_option("FILE", options.file, "The recording; - is standard input")->required();
        verb.add_option("-o,--output", options.log, "The sensor log to write; standard output if absent");
    };
    auto& dgt = *import.add_subcommand("dgt", "The bytes of a DGT board: base64, one message a line, or raw");
    add_files(dgt, runs(dgt, chosen, run_import_dgt));
    for (const auto& boards : adoube::drivers::makers) {
        if (!tells_states_alone(boards.maker)) continue;
        auto& verb = *import.add_subcommand(std::string(boards.word),
                                            "The bytes of a board by " + std::string(boards.name) + ", raw");
        auto& options = runs(verb, chosen, run_import_states);
        verb.preparse_callback([&options, maker = boards.maker](std::size_t) { options.maker = maker; });
        add_files(verb, options);
    }
}

void add_journal(CLI::App& app, std::function<int()>& chosen) {
    auto& journal = *app.add_subcommand("journal", "Look after the record of a hall");
    journal.require_subcommand(1);
    auto& verb = *journal.add_subcommand(
        "copy", "Copy it, also while its daemon writes it; brings an earlier copy up to date");
    auto& options = runs(verb, chosen, run_journal_copy);
    verb.add_option("JOURNAL", options.journal, "The record, or a copy that was kept of it")->required();
    verb.add_option("-o,--output", options.copy, "The copy: a new file, or an earlier copy of this record")
        ->required();
    add_json(verb, options.json);
}

void add_edition(CLI::App& verb, const char* option, std::optional<adoube::laws::Edition>& edition,
                 const char* what) {
    std::vector<std::string> names;
    for (const auto known : adoube::laws::editions) names.emplace_back(to_string(known));
    verb.add_option_function<std::string>(
            option, [&edition](const std::string& name) { edition = adoube::laws::edition_from(name); }, what)
        ->check(CLI::IsMember(names));
}

void add_laws(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("laws", "The rules by their numbers in each edition of the Laws");
    auto& options = runs(verb, chosen, run_laws);
    add_edition(verb, "--edition", options.edition, "Only this edition");
    add_json(verb, options.json);
}

void add_replay(CLI::App& app, std::function<int()>& chosen) {
    auto& verb =
        *app.add_subcommand("replay", "Put sensor logs before the umpire: their games and incidents");
    auto& options = runs(verb, chosen, run_replay);
    verb.add_option("LOG", options.logs, "Sensor logs; - is standard input")->required();
    verb.add_option("--out", options.out_dir,
                    "Where NAME.pgn and NAME.incidents.jsonl of each NAME.jsonl go");
    auto* explain =
        verb.add_flag("--explain", options.explain,
                      "Tell after each input of one log what it may mean, what is believed, and why");
    add_json(verb, options.json, as_json_lines)->excludes(explain);
    add_edition(verb, "--laws", options.laws, "The edition of the Laws, whatever the log says");
    verb.add_option_function<std::string>(
            "--sensing",
            [&options](const std::string& name) { options.sensing = adoube::record::sensing_from(name); },
            "Look with poorer sensors than the log was recorded with")
        ->check(CLI::IsMember({"presence", "colour", "identity"}));
}

constexpr const char* where_a_board_is =
    "Where it is plugged in: usb:ID, serial:PATH, pty:PATH or tcp:HOST:PORT; for a board of another maker "
    "with dgt:, millennium:, chessnut: or certabo: before it (dgt:serial:/dev/ttyUSB0), and one of several "
    "DGT boards on a bus "
    "with its number behind it (dgt:serial:/dev/ttyUSB0#01025)";

std::vector<std::string> simulated_words() {
    std::vector<std::string> words;
    for (const auto& board : makers::simulated_boards()) words.emplace_back(board.word);
    words.emplace_back(makers::dgt_bus);
    return words;
}

void add_simulate(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("simulate", "Play games on a virtual board with human hands");
    auto& options = runs(verb, chosen, run_simulate);
    verb.add_option("GAMES", options.games, "A PGN file; - is standard input")->required();
    verb.add_option("--game", options.game, "Only the game of this number, 1 is the first");
    verb.add_option_function<std::string>(
            "--sensing",
            [&options](const std::string& name) { options.sensing = *adoube::record::sensing_from(name); },
            "What the squares' sensors tell: presence (the default), colour or identity")
        ->check(CLI::IsMember({"presence", "colour", "identity"}));
    verb.add_option("--seed", options.seed, "Other hands for another number")->capture_default_str();
    verb.add_option("--style", options.style, "How the players handle the pieces")
        ->check(CLI::IsMember({"clean", "human", "blitz", "clumsy"}))
        ->capture_default_str();
    auto& ways = *verb.add_option_group("ways")->require_option(0, 1);
    ways.add_option("--out", options.out_dir,
                    "Where the sensor logs NAME-01.jsonl, NAME-02.jsonl, … of NAME.pgn go");
    ways.add_option("--pty", options.live.pty,
                    "Play the game live: a path to become a link to the board's terminal");
    ways.add_option("--tcp", options.live.tcp, "Play the game live: HOST:PORT to listen on");
    verb.add_option("--speed", options.live.speed, "Live: 1 is real time, 0 as fast as the host takes it")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    verb.add_option("--id", options.live.board_id, "Live: the board's id")->capture_default_str();
    verb.add_option(
            "--as", options.live.as,
            "Live: a board of another maker (dgt with its clock, if the game has a tag TimeControl; dgt-bus: "
            "all games at once, each on a board of its own at one port); it plays in time, also where no "
            "host "
            "listens")
        ->check(CLI::IsMember(simulated_words()));
}

void add_notate(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("notate", "Write games as players or old books do, or read such games");
    auto& options = runs(verb, chosen, run_notate);
    verb.add_option("GAMES", options.games, "A PGN file; - is standard input")->required();
    verb.add_option("--style", options.style,
                    "san, fide (0-0, e8Q, e.p.), long (Ng1-f3) or descriptive (P4R)")
        ->capture_default_str();
    verb.add_option("--language", options.language, "Of the pieces' letters: en, pt, ru, …, or figurine")
        ->capture_default_str();
    auto* to_pgn =
        verb.add_flag("--to-pgn", options.to_pgn, "GAMES are in that style and language: write them as PGN");
    add_json(verb, options.json, as_json_lines)->excludes(to_pgn);
}

void add_arm(CLI::App& arbiter, ArbiterOptions& options) {
    auto& verb =
        *arbiter.add_subcommand("arm", "The next game, once the last is over: it begins when its start "
                                       "position stands. What is not given is as configured");
    verb.add_option("--white", options.white, "Who plays White");
    verb.add_option("--black", options.black, "Who plays Black");
    verb.add_option("--round", options.round, "The round, as in the PGN tag");
    verb.add_option("--start", options.start, "The start position, a FEN in quotes");
    verb.add_option("--chess960", options.chess960,
                    "Castling as in Chess960; with a number, 0 to 959: from that start position")
        ->expected(0, 1)
        ->default_str("true")
        ->type_name("[NUMBER]");
    verb.add_option("--time-control", options.time_control, "3m+2, or as in the PGN tag: 180+2");
    verb.add_option("--laws", options.laws, "The edition: " + std::string(adoube::laws::list_of_editions));
    verb.add_option("--rate-of-play", options.rate_of_play, "standard, rapid or blitz");
    verb.add_option(
            "--supervised", options.supervised,
            "Rapid or blitz: yes or no, whether an arbiter watches this game alone (Articles A.3, B.3)")
        ->check(CLI::IsMember({"yes", "no"}));
    verb.add_option("--tag", options.tags, "One more PGN tag: NAME=VALUE");
    verb.callback([&options] { options.verb = "arm"; });
}

void add_tags(CLI::App& arbiter, ArbiterOptions& options) {
    auto& verb = *arbiter.add_subcommand(
        "tags", "Correct who plays, also while the game runs: it stays the same game");
    verb.add_option("--white", options.white, "Who plays White");
    verb.add_option("--black", options.black, "Who plays Black");
    verb.add_option("--white-fide-id", options.white_fide_id, "White's FIDE id");
    verb.add_option("--black-fide-id", options.black_fide_id, "Black's FIDE id");
    verb.add_option("--tag", options.tags, "One more PGN tag: NAME=VALUE; NAME= takes it away");
    verb.callback([&options] { options.verb = "tags"; });
}

void add_control(CLI::App& verb, std::string& control, HallOptions& hall) {
    verb.add_option("--control", control,
                    "The daemon's control socket; absent: that in this folder, else the service's");
    add_hall(verb, hall, "The daemon's address instead, as in https://hall.example");
}

void add_round_report(CLI::App& round, std::function<int()>& chosen) {
    auto& report = *round.add_subcommand(
        "report",
        "The arbiter's report: incidents, decisions, times and results, as a page to print, or CSV");
    auto& options = runs(report, chosen, run_round_report);
    auto* journal =
        report.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    add_hall(report, options.hall, "The daemon's address instead, as in https://hall.example");
    journal->excludes("--hall");
    report.add_option("--round", options.round, "Which round; absent: all")->check(CLI::Range(1, 99));
    auto* csv = report.add_flag("--csv", options.csv, "A table for spreadsheets, instead of a page");
    add_json(report, options.json)->excludes(csv);
    report
        .add_option("--time-zone", options.time_zone,
                    "Of the hall, as Europe/Lisbon or +01:00; absent: this computer's, or the daemon's")
        ->excludes("--hall");
    report.add_option("-o,--output", options.output, "The file to write; standard output if absent");
}

void add_standings(CLI::App& round, std::function<int()>& chosen) {
    auto& standings = *round.add_subcommand(
        "standings", "Have the daemon show the standings of the pairing program's TRF to the public");
    auto& options = runs(standings, chosen, run_round_standings);
    auto* file = standings.add_option("FILE", options.file, "TRF16 or TRF26, with points and ranks");
    standings.add_flag("--none", options.none, "Show none from now on")->excludes(file);
    standings.add_flag("--no-teams", options.no_teams, "Leave out those of its teams");
    add_control(standings, options.control, options.hall);
    add_json(standings, options.json);
}

void add_round_acts(CLI::App& round, std::function<int()>& chosen) {
    static RoundActOptions options;
    const auto add = [&](const std::string& name, const std::string& help) {
        auto& verb = *round.add_subcommand(name, help);
        verb.add_option("ROUND", options.round, "Which round")->required()->check(CLI::Range(1, 99));
        add_control(verb, options.control, options.hall);
        verb.add_flag("--yes", options.yes, "Do not ask, whatever speaks against it");
        add_json(verb, options.json,
                 "For programs: one JSON object, as tools/adoube/JSON.md defines it. It does not ask");
        verb.callback([&chosen, name] {
            options.verb = name;
            chosen = [] { return run_round_act(options, {std::cin, std::cout, std::cerr}); };
        });
    };
    add("start", "Note that a round begins: says first which tables are not ready, and asks");
    add("close",
        "Note that a round is over, and its files final: says first which results are missing or not "
        "confirmed, and asks");
    add("reopen", "Open a closed round again");
    add("unstart", "Take back that a round was started");
}

void add_clock_times(CLI::App& round, std::function<int()>& chosen) {
    auto& times = *round.add_subcommand(
        "clock-times", "Both clocks of the games in play, as the daemon notes them each half hour");
    auto& options = runs(times, chosen, run_round_clock_times);
    add_control(times, options.control, options.hall);
    times.add_option("--round", options.round, "Which round; absent: the one noted last")
        ->check(CLI::Range(1, 99));
    times.add_flag("--all", options.all, "Every half hour of it; absent: the last one");
    add_json(times, options.json);
}

void add_round(CLI::App& app, std::function<int()>& chosen) {
    auto& round = *app.add_subcommand("round", "Pairings in, start and close, clock times, results out");
    round.require_subcommand(1);
    auto& import = *round.add_subcommand(
        "import", "Check a round of pairings, show what it changes at a daemon, and arm it there, or write "
                  "its configuration");
    auto& in = runs(import, chosen, run_round_import);
    import.add_option("FILE", in.file, "TRF16 or TRF26, CSV, or PGN with empty games")->required();
    import.add_option("--round", in.round, "Which round it is; absent: the last that it names")
        ->check(CLI::Range(1, 99));
    import.add_option("--boards", in.boards, "Another list, CSV or PGN, that tells who is on which board");
    auto* arm = import.add_flag("--arm", in.arm, "Arm it, all games or none; absent: only show what changes");
    add_control(import, in.control, in.hall);
    import.add_option("--config", in.config, "The hall's configuration: are all boards tables of it?");
    auto* output =
        import.add_option("-o,--output", in.output, "Write the configuration for this round")->excludes(arm);
    import.add_option("--target", in.targets, "NAME=URL: where its target of that name sends this round")
        ->allow_extra_args(false)
        ->needs(output);
    add_json(import, in.json);
    auto& results = *round.add_subcommand(
        "results", "What the games of a round ended with: CSV, PGN, or the TRF of the pairing program");
    auto& out = runs(results, chosen, run_round_results);
    add_control(results, out.control, out.hall);
    results.add_option("--journal", out.journal, "The record of a hall instead, also without its daemon")
        ->excludes("--control", "--hall");
    results.add_option("--round", out.round, "Which round; absent: the last")->check(CLI::Range(1, 99));
    auto* trf =
        results.add_option("--trf", out.trf, "The pairing program's file: only results and points change");
    auto* pgn = results.add_flag("--pgn", out.pgn, "The games, instead of a list")->excludes(trf);
    add_json(results, out.json)->excludes(trf)->excludes(pgn);
    results.add_option("-o,--output", out.output, "The file to write; standard output if absent");
    add_round_report(round, chosen);
    add_standings(round, chosen);
    add_round_acts(round, chosen);
    add_clock_times(round, chosen);
}

/// The words of an arbiter's verb are no options of it.
class UsageWithWords final : public CLI::Formatter {
  public:
    explicit UsageWithWords(std::string words) : words_(std::move(words)) {}
    std::string make_usage(const CLI::App* app, std::string name) const override {
        auto usage = CLI::Formatter::make_usage(app, std::move(name));
        usage.insert(usage.find_last_not_of('\n') + 1, words_.empty() ? "" : " " + words_);
        return usage;
    }

  private:
    std::string words_;
};

void add_show(CLI::App& arbiter, const ArbiterOptions& common, std::function<int()>& chosen) {
    auto& verb = *arbiter.add_subcommand(
        "show",
        "All of one board: position, moves, clocks, incidents, what was touched, squares to put right");
    auto& options = runs(verb, chosen, run_arbiter_show);
    verb.add_option("BOARD", options.board, "The number of the board")
        ->required()
        ->check(CLI::Range(1, 100'000));
    verb.add_option("--journal", options.journal,
                    "The record, which tells what was touched; absent: the hall is asked, or, without "
                    "--hall, it is beside the control socket");
    verb.add_flag("--figurines", options.figurines, "Show pieces as figurines instead of letters");
    add_json(verb, options.json);
    arbiter.parse_complete_callback([&options, &common] {
        options.control = common.control;
        options.hall = common.hall;
        options.json |= common.json;
    });
}

void add_scoresheet(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("scoresheet", "Scoresheets as a PDF: of a game, or of a whole round");
    auto& options = runs(verb, chosen, run_scoresheet);
    auto* game = verb.add_option("GAME", options.game, "The game's id");
    auto* board = verb.add_option("--board", options.last.board,
                                  "Instead of it the number of a board: the last game there")
                      ->check(CLI::Range(1, 100'000))
                      ->excludes(game);
    verb.add_option("--round", options.round,
                    "All games of this round, in one file; of those in play what is completed, marked so")
        ->check(CLI::Range(1, 99))
        ->excludes(game)
        ->excludes(board);
    auto* journal =
        verb.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    auto* hall =
        add_hall(verb, options.hall, "Of a round: the daemon's address instead, as in https://hall.example");
    journal->excludes(hall);
    verb.add_flag("--times", options.times, "With the time that was left after each move");
    verb.add_option("--letters", options.letters,
                    "The pieces' letters, en, de, fr, …, or figurines, descriptive, descriptive-pt")
        ->capture_default_str();
    verb.add_option("--for", options.of, "white or black: a sheet for this player; absent: one for both")
        ->check(CLI::IsMember({"white", "black"}));
    verb.add_option("--site", options.site,
                    "Where the hall's pages are, as in https://live.example.org: the QR code leads there")
        ->excludes(hall);
    verb.add_option("--time-zone", options.time_zone,
                    "Of the hall, as Europe/Lisbon or +01:00; absent: this computer's, or the daemon's")
        ->excludes(hall);
    verb.add_option("-o,--output", options.output, "The PDF to write")->required();
    add_json(verb, options.json);
}

void add_arbiter(CLI::App& app, std::function<int()>& chosen) {
    auto& arbiter = *app.add_subcommand("arbiter", "Say as the arbiter what happened, to a daemon that runs");
    auto& options = runs(arbiter, chosen, run_arbiter);
    arbiter.add_option("--control", options.control,
                       "The daemon's control socket; absent: that in this folder, else the service's");
    add_hall(arbiter, options.hall, "The daemon's address instead, as in https://hall.example");
    arbiter.add_option("--board", options.board, "The number of the board");
    arbiter.add_option("--game", options.game,
                       "The id of the game there that is meant: the last one, although the next is armed");
    add_json(arbiter, options.json);
    arbiter.require_subcommand(1);
    for (const auto& known : arbiter_verbs()) {
        auto& verb = *arbiter.add_subcommand(known.name, known.help)->prefix_command(); // "-/+" is no option
        verb.formatter(std::make_shared<UsageWithWords>(known.arguments));
        verb.callback([&options, &verb] {
            options.verb = verb.get_name();
            options.words = verb.remaining();
        });
    }
    arbiter.add_subcommand("watch", "Tell the incidents of the boards as they come")->callback([&options] {
        options.verb = "watch";
    });
    add_arm(arbiter, options);
    add_tags(arbiter, options);
    add_show(arbiter, options, chosen);
}

void add_watch(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand(
        "watch", "The boards of a running daemon, live: those that need an arbiter first");
    auto& options = runs(verb, chosen, run_watch);
    verb.add_option("BOARD", options.boards, "Numbers of boards; absent: all")->check(CLI::Range(1, 100'000));
    verb.add_option("--control", options.control,
                    "The daemon's control socket; absent: that in this folder, else the service's");
    add_hall(verb, options.hall, "The daemon's address instead, as in https://hall.example");
    verb.add_flag("--figurines", options.figurines, "Show pieces as figurines instead of letters");
    auto* lines = verb.add_flag("--lines", options.lines, "Print a line for each change, as into a pipe");
    add_json(verb, options.json, as_json_lines)->excludes(lines);
}

void add_exits(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("exits", "What leaves a daemon's hall, to whom and how late");
    auto& options = runs(verb, chosen, run_exits);
    verb.add_option("--control", options.control,
                    "The daemon's control socket; absent: that in this folder, else the service's");
    add_hall(verb, options.hall, "The daemon's address instead, as in https://hall.example");
    verb.add_option("--delay", options.delay,
                    "Delay all public exits by this from now on: none, 15m, 1h, or seconds");
    verb.add_flag("--yes", options.yes, "Do not ask before exits show touches that showed none");
    add_json(verb, options.json);
}

void add_targets(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand("targets", "How the sites fare that a daemon sends the games to");
    auto& options = runs(verb, chosen, run_targets);
    verb.add_option("--control", options.control,
                    "The daemon's control socket; absent: that in this folder, else the service's");
    add_hall(verb, options.hall, "The daemon's address instead, as in https://hall.example");
    add_json(verb, options.json);
    const auto add = [&](const char* name, const char* help) {
        auto& command = *verb.add_subcommand(name, help)->fallthrough();
        command.add_option("NAME", options.name, "The target, as the configuration names it")->required();
        command.callback([&options, name] { options.verb = name; });
    };
    add("push", "Send it all games again, also those that it refused");
    add("reset", "Empty its round, then send all games: where it shows something else than the boards");
}

void add_certificate(CLI::App& app, std::function<int()>& chosen) {
    auto& certificate = *app.add_subcommand(
        "certificate", "What phones need to reach a hall over https, without a name in the internet");
    certificate.require_subcommand(1);
    auto& verb = *certificate.add_subcommand(
        "new", "Make a certificate for the hall's address, by an authority that signs nothing else");
    auto& options = runs(verb, chosen, run_certificate_new);
    verb.add_option("--host", options.hosts,
                    "The hall's address, as 192.168.1.10, or its name there, as hall.local; again for each")
        ->required();
    verb.add_option("--certificate", options.certificate,
                    "The file to make, with the authority's certificate")
        ->capture_default_str();
    verb.add_option("--key", options.key, "The file to make of its key, for its owner alone")
        ->capture_default_str();
    verb.add_option("--port", options.port, "Where the daemon listens, for the code that leads phones there")
        ->check(CLI::Range(1, 65'535))
        ->capture_default_str();
    verb.add_option("--days", options.days, "For how long it is good")
        ->check(CLI::Range(1, adoube::server::most_days))
        ->capture_default_str();
}

void add_new_hall(CLI::App& app, std::function<int()>& chosen) {
    auto& hall = *app.add_subcommand("hall", "Set up a hall");
    hall.require_subcommand(1);
    auto& verb = *hall.add_subcommand(
        "new", "Make what its daemon starts with, and a token for the page on which all else is set");
    auto& options = runs(verb, chosen, run_hall_new);
    auto& where = *verb.add_option_group("where")->require_option(1);
    where.add_option("FOLDER", options.folder, "Where it is to be; made if it is not there");
    where.add_flag("--service", options.service,
                   "For the service of this computer: its folder, /var/lib/adoube");
    add_json(verb, options.json);
    auto& key = *hall.add_subcommand(
        "standby-key", "Make the key of its two daemons, of which one goes on where the other fails");
    auto& of_key = runs(key, chosen, run_standby_key);
    key.add_option("FILE", of_key.file, "A new file, which both are to have")->required();
    add_json(key, of_key.json);
}

void add_broker(CLI::App& app, std::function<int()>& chosen) {
    auto& broker = *app.add_subcommand(
        "broker", "Start a NATS server for an event of several halls, or for a second daemon");
    broker.require_subcommand(1);
    const auto add_common = [](CLI::App& verb, BrokerOptions& options, const char* listen) {
        verb.add_option("FOLDER", options.folder,
                        "Where its configuration and its store are; made if it is not there")
            ->required();
        options.listen = listen;
        verb.add_option("--listen", options.listen, "HOST:PORT for daemons and displays")
            ->capture_default_str();
    };
    auto& hub = *broker.add_subcommand("hub", "Outside the halls: has the event's stream, for displays");
    auto& of_hub = runs(hub, chosen, run_broker_hub);
    add_common(hub, of_hub, "0.0.0.0:4222");
    of_hub.leaves = "0.0.0.0:7422";
    hub.add_option("--leaves", of_hub.leaves, "HOST:PORT for the halls' leaves")->capture_default_str();
    hub.add_option("--event", of_hub.event, "As in [stream] of all halls")->required();
    hub.add_option("--halls", of_hub.halls, "Their names, as in [stream]")->required()->delimiter(',');
    of_hub.address = "THIS-COMPUTER:7422";
    hub.add_option("--address", of_hub.address, "HOST:PORT by which the halls reach --leaves");
    auto& leaf =
        *broker.add_subcommand("leaf", "In a hall: its daemon's way to the hub, and to a second daemon");
    auto& of_leaf = runs(leaf, chosen, run_broker_leaf);
    add_common(leaf, of_leaf, "127.0.0.1:4222");
    leaf.add_option("--hub", of_leaf.hub, "nats-leaf://HALL:PASSWORD@HOST:PORT, as the hub has told")
        ->required();
}

void add_token(CLI::App& app, std::function<int()>& chosen) {
    auto& token =
        *app.add_subcommand("token", "Who may see and do what at a hall: make, list, revoke tokens");
    token.require_subcommand(1);
    const auto add_file = [](CLI::App& verb, std::string& tokens) {
        verb.add_option("--tokens", tokens, "The file that the daemon's configuration names")
            ->capture_default_str();
    };
    auto& made = *token.add_subcommand("new", "Make a token; prints it, once");
    auto& options = runs(made, chosen, run_token_new);
    add_file(made, options.tokens);
    made.add_option("--name", options.name, "Whose it is")->required();
    made.add_option("--role", options.role, "arbiter, fair-play, monitor or operator")->capture_default_str();
    made.add_option("--boards", options.boards, "Of an arbiter: 1-4,7 or all");
    made.add_option("--site", options.site,
                    "Where the hall's pages are, https://hall.example: shows a QR code that signs in there");
    made.add_option("--days", options.days, "For how long it is good; absent: until it is revoked")
        ->check(CLI::Range(1, 36'500));
    add_json(made, options.json);
    auto& listed = *token.add_subcommand("list", "All tokens, without what opens anything");
    auto& shown = runs(listed, chosen, run_token_list);
    add_file(listed, shown.tokens);
    add_json(listed, shown.json);
    auto& revoked = *token.add_subcommand("revoke", "From now on a token opens nothing");
    auto& which = runs(revoked, chosen, run_token_revoke);
    add_file(revoked, which.tokens);
    revoked.add_option("ID", which.id, "Its number in the list")->required();
    add_json(revoked, which.json);
}

std::optional<double> number_in(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

CLI::Option& add_length(CLI::App& verb, const char* option, double& length_mm, const char* what) {
    return *verb.add_option(option, length_mm, what)->check([](const std::string& text) {
        return number_in(text) ? "" : "\"" + text + "\" is no number: write 20 or 20.5, without mm";
    });
}

/// Whole numbers, also as 1e6.
std::string whole_number(std::string& text) {
    const auto number = number_in(text);
    if (!number || *number != std::floor(*number) || *number < 0 || *number > 1e9)
        return "\"" + text + "\" is no whole number: write 1000000 or 1e6";
    text = std::to_string(std::lround(*number));
    return "";
}

void add_geometry(CLI::App& verb, BoardDesignOptions& options) {
    const auto told = [](bool& is_told) { return [&is_told](const std::string&) { is_told = true; }; };
    add_length(verb, "--square", options.square_mm, "A square's side, mm").capture_default_str();
    add_length(verb, "--base", options.base_mm, "The smallest piece's base, mm").capture_default_str();
    verb.add_option("--magnet", options.magnet,
                    "In every base: 12x3, a disc's diameter and height in mm; 20/10x3, a ring")
        ->capture_default_str();
    verb.add_option("--grade", options.grade, "N35, N42, N52 or ferrite")->capture_default_str();
    add_length(verb, "--gap", options.gap_mm, "From the magnet's lower face to the sensor, mm")
        .capture_default_str()
        ->each(told(options.gap_is_told));
    verb.add_option("--sensor", options.sensor, "A DRV5055: A1, A2, A3 or A4; or reed, upright, of 14 mm")
        ->capture_default_str();
    add_length(verb, "--four", options.apart_mm,
               "Four sensors averaged, so many mm from the middle in file and rank")
        .each(told(options.four_is_told));
}

void add_board_design(CLI::App& board, std::function<int()>& chosen) {
    auto& verb = *board.add_subcommand("design", "Whether a board of that geometry would play, and the "
                                                 "numbers that its maker needs");
    auto& options = runs(verb, chosen, run_board_design);
    add_geometry(verb, options);
    verb.add_option("--placements", options.placements, "How many are tried; fewer cannot tell 1 in 100,000")
        ->transform(CLI::Validator(whole_number, ""))
        ->check(CLI::Range(200'000, 10'000'000))
        ->capture_default_str();
    add_json(verb, options.json);
}

void add_board(CLI::App& app, std::function<int()>& chosen) {
    auto& board =
        *app.add_subcommand("board", "Look after a board: find it, watch it, test it, give it firmware");
    board.require_subcommand(1);
    auto& list = *board.add_subcommand("list", "The boards that are plugged in, and their ports");
    add_json(list, runs(list, chosen, run_board_list).json);
    auto& bus = *board.add_subcommand("bus", "Which DGT boards share a serial port");
    auto& shared = runs(bus, chosen, run_board_bus);
    bus.add_option("PORT", shared.port, "Where the bus is plugged in: dgt:serial:/dev/ttyUSB0")->required();
    add_json(bus, shared.json);
    auto& info = *board.add_subcommand("info", "What a board says of itself");
    auto& about = runs(info, chosen, run_board_info);
    info.add_option("PORT", about.port, where_a_board_is)->required();
    info.add_flag("--drift", about.drift, "Watch for ten seconds how fast its clock runs");
    add_json(info, about.json);
    auto& monitor = *board.add_subcommand("monitor", "What happens on a board, as it comes");
    auto& shown = runs(monitor, chosen, run_board_monitor);
    monitor.add_option("PORT", shown.port, where_a_board_is)->required();
    add_json(monitor, shown.json, "As a sensor log, for adoube replay");
    monitor.add_flag("--take", shown.take, "Let the board forget what was shown, so that no daemon gets it");
    auto& check =
        *board.add_subcommand("check", "Before a round: test every square, lever and button by hand");
    auto& checked = runs(check, chosen, run_board_check);
    check.add_option("PORT", checked.port, where_a_board_is)->required();
    add_json(check, checked.json);
    auto& calibrate = *board.add_subcommand(
        "calibrate",
        "Measure the sensors of a board that has levels, built as told to \"adoube board design\"");
    auto& calibration = runs(calibrate, chosen, run_board_calibrate);
    calibrate.add_option("PORT", calibration.port, where_a_board_is)->required();
    add_geometry(calibrate, calibration.built);
    add_board_design(board, chosen);
    auto& flash = *board.add_subcommand("flash", "Write firmware into a board, by USB");
    auto& options = runs(flash, chosen, run_board_flash);
    flash.add_option("IMAGE", options.image, "The .bin or .uf2 of its model")->required();
    flash.add_option("--port", options.port,
                     "Where the board that runs is plugged in; absent: one that is in its loader (BOOTSEL)");
    flash.add_flag("--any-model", options.any_model, "Though the board holds firmware of another model");
    add_json(flash, options.json);
}

/// CLI11 takes an empty argument, as of an unset shell variable, for an absent option.
void refuse_empty_numbers(CLI::App& app) {
    const auto is_number = [](const std::string& type) {
        return type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT");
    };
    for (auto* option : app.get_options())
        if (is_number(option->get_type_name()))
            option->check([](const std::string& text) { return text.empty() ? "a number is missing" : ""; });
    for (auto* verb : app.get_subcommands({})) refuse_empty_numbers(*verb);
}

const CLI::App& deepest(const CLI::App& app) {
    const auto found = app.get_subcommands();
    return found.empty() ? app : deepest(*found.back());
}

std::string verbs_of(const CLI::App& app) {
    std::string all;
    for (const auto* verb :
         app.get_subcommands([](const CLI::App* each) { return !each->get_name().empty(); }))
        all += (all.empty() ? "" : ", ") + verb->get_name();
    return all;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Adoube: tools for an electronic chess board that knows the Laws", "adoube");
    app.require_subcommand(1);
    app.set_version_flag("--version", "adoube " ADOUBE_VERSION);
    std::function<int()> chosen;
    add_arbiter(app, chosen);
    add_board(app, chosen);
    add_certificate(app, chosen);
    add_evidence(app, chosen);
    add_journal(app, chosen);
    add_round(app, chosen);
    add_laws(app, chosen);
    add_notate(app, chosen);
    add_perft(app, chosen);
    add_unwinnable(app, chosen);
    add_import(app, chosen);
    add_exits(app, chosen);
    add_replay(app, chosen);
    add_scoresheet(app, chosen);
    add_simulate(app, chosen);
    add_targets(app, chosen);
    add_new_hall(app, chosen);
    add_broker(app, chosen);
    add_token(app, chosen);
    add_verify(app, chosen);
    add_watch(app, chosen);
    refuse_empty_numbers(app);
    if (const auto status =
            run_internal(app, {argv + std::min(argc, 1), argv + argc}, ADOUBE_VERSION, standard_streams()))
        return *status;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool misses = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
        if (const auto all = verbs_of(deepest(app)); misses && !all.empty()) {
            std::cerr << "adoube: say which of its verbs is meant: " << all << '\n';
            return bad_input;
        }
        return app.exit(error) == 0 ? success : bad_input;
    }
    return chosen();
}
