// Our boards for programs that read DGT boards: games over virtual boards, the daemon, and pseudo-terminals.

#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"
#include "hall.hpp"
#include "reading_program.hpp"
#include "tests/catch.hpp"
#include "tests/played_games.hpp"
#include "tests/tier.hpp"

#include <csignal>

using namespace adoube;
using namespace std::chrono_literals;
using record::Sensing;
using tests::Hall;
using tests::LikePicochess;
using tests::ReadingProgram;
using tests::SimpleHands;

namespace {

const std::vector<std::uint8_t> as_dgtdriver{0x40, 0x42, 0x41, 0x4b};

std::string program_section(int board, const std::string& more = {}) {
    const auto number = std::to_string(board);
    return "[[program]]\npty = \"board-" + number + ".dgt\"\nboards = [" + number + "]\n" + more;
}

std::string placement_of(const chess::Position& position) {
    const auto fen = position.fen();
    return fen.substr(0, fen.find(' '));
}

/// After each move; the start first.
std::vector<std::string> placements_of(const chess::PgnGame& game) {
    auto position = game.start;
    std::vector<std::string> all{placement_of(position)};
    for (const auto& played : game.moves) {
        position.play(played.move);
        all.push_back(placement_of(position));
    }
    return all;
}

/// No sensor but one of identity tells at once that a pawn has become anything but a queen.
bool is_told_by_presence(const chess::PgnMove& played) {
    return played.move.kind != chess::MoveKind::promotion || played.move.promoted == chess::PieceType::queen;
}

std::string text_of(const chess::PgnGame& game) {
    auto position = game.start;
    std::string text;
    for (const auto& played : game.moves) {
        text += (text.empty() ? "" : " ") + chess::to_san(position, played.move);
        position.play(played.move);
    }
    return text;
}

/// How many of `wanted` stand in `seen` in their order.
std::size_t seen_in_order(const std::vector<std::string>& wanted, const std::vector<std::string>& seen) {
    auto at = seen.begin();
    std::size_t count = 0;
    for (const auto& placement : wanted) {
        at = std::find(at, seen.end(), placement);
        if (at == seen.end()) break;
        ++count;
    }
    return count;
}

std::string sensor_log_of(const chess::PgnGame& game, Sensing sensing, std::int64_t step_ms) {
    std::vector<chess::Move> moves;
    for (const auto& played : game.moves) moves.push_back(played.move);
    record::Header header;
    header.sensing = sensing;
    auto log = record::to_line(header) + "\n";
    for (const auto& input : SimpleHands(step_ms, sensing).play(moves)) log += record::to_line(input) + "\n";
    return log;
}

void check_no_complaints(const ReadingProgram& program) {
    for (const auto& complaint : program.reader.complaints) FAIL_CHECK(complaint);
}

void end(tests::Process& daemon) {
    daemon.signal(SIGTERM);
    CHECK(daemon.wait() == std::optional(0));
}

/// Boards with a game and a program each.
struct Simul {
    explicit Simul(std::uint64_t seed, int boards, const std::string& more = {}) : random(seed) {
        std::vector<std::string> ports;
        std::string sections;
        for (int board = 1; board <= boards; ++board) {
            ports.push_back("pty:board-" + std::to_string(board));
            sections += program_section(board, more);
            games.push_back(tests::PlayedGames({}).choose_normal(Sensing::presence, random));
            const bool is_plain = std::ranges::all_of(games.back().moves, is_told_by_presence);
            sensing.push_back(is_plain && random() % 2 ? Sensing::presence : Sensing::identity);
        }
        hall.emplace(ports, sections);
        daemon = hall->started_daemon();
        for (int board = 1; board <= boards; ++board)
            programs.emplace_back(hall->folder / ("board-" + std::to_string(board) + ".dgt"));
    }

    void play(const std::string& speed) {
        for (std::size_t board = 0; board < games.size(); ++board) {
            const auto name = std::to_string(board + 1);
            players.push_back(
                hall->start_board(name, sensor_log_of(games[board], sensing[board], 200),
                                  {"--pty", hall->pty("board-" + name), "--speed", speed, "--wait"}));
        }
    }
    /// Until every program has seen the last position.
    bool read_to_end(const std::function<void()>& meanwhile = [] {}) {
        return tests::wait_until(
            [&] {
                meanwhile();
                bool all = true;
                for (std::size_t board = 0; board < games.size(); ++board) {
                    programs[board].read();
                    all &= programs[board].reader.placement() == placements_of(games[board]).back() &&
                           !players[board]->running();
                }
                return all;
            },
            60s);
    }

    std::mt19937_64 random;
    std::vector<Sensing> sensing;
    std::vector<chess::PgnGame> games;
    std::optional<Hall> hall;
    std::unique_ptr<tests::Process> daemon;
    std::vector<ReadingProgram> programs;
    std::vector<std::unique_ptr<tests::Process>> players;
};

} // namespace

TEST_CASE("a program misses a move of a game that fast hands play") {
    constexpr int boards = 10;
    for (const auto seed : tests::seeds({10, 30})) {
        Simul simul(seed, boards);
        for (auto& program : simul.programs) program.open(as_dgtdriver);
        REQUIRE(tests::wait_until([&] {
            for (auto& program : simul.programs) program.read();
            return std::ranges::all_of(simul.programs,
                                       [](const auto& one) { return one.reader.has_board(); });
        }));
        simul.play("0");
        CHECK(simul.read_to_end());
        for (std::size_t board = 0; board < boards; ++board) {
            const auto wanted = placements_of(simul.games[board]);
            INFO("seed " << seed << ", board " << board + 1);
            CHECK(seen_in_order(wanted, simul.programs[board].placements) == wanted.size());
            check_no_complaints(simul.programs[board]);
        }
        end(*simul.daemon);
    }
}

TEST_CASE("a program is shown pieces in the air that are not to be shown, or misses a move without them") {
    Simul simul(tests::seed(5), 4, "pieces_in_the_air = false\n");
    for (auto& program : simul.programs) program.open(as_dgtdriver);
    simul.play("0");
    // The last move may wait for a press, or for the time that makes it one.
    CHECK(simul.read_to_end());
    for (std::size_t board = 0; board < simul.games.size(); ++board) {
        const auto wanted = placements_of(simul.games[board]);
        CHECK(seen_in_order(wanted, simul.programs[board].placements) == wanted.size());
        // Two changes for a move, up to four for one that captures or castles.
        CHECK(simul.programs[board].reader.updates <= 4 * static_cast<int>(wanted.size() - 1));
        check_no_complaints(simul.programs[board]);
    }
    end(*simul.daemon);
}

TEST_CASE("a program that comes in the middle of a game, or again, sees another board than there is") {
    int visits = 0;
    for (const auto seed : tests::seeds({1, 5})) {
        Simul simul(seed, 5);
        for (auto& program : simul.programs) program.open(as_dgtdriver);
        simul.play("20");
        const bool ended = simul.read_to_end([&] {
            auto& program = simul.programs[simul.random() % simul.programs.size()];
            if (simul.random() % 20 != 0) return;
            if (program.is_open() && program.reader.has_board() && simul.random() % 2) {
                // Its last message may be cut, as its cable is.
                program.close();
            } else if (!program.is_open()) {
                program.open(as_dgtdriver);
                ++visits;
            }
        });
        CHECK(ended);
        for (std::size_t board = 0; board < simul.games.size(); ++board) {
            auto& program = simul.programs[board];
            check_no_complaints(program);
            const auto wanted = placements_of(simul.games[board]);
            CHECK(seen_in_order({wanted.back()}, program.placements) == 1);
            CHECK(program.placements.size() > 10);
        }
        // Programs see a move as its input is durable; the public, once that it is shown is so, too.
        CHECK(tests::wait_until([&] {
            for (std::size_t board = 0; board < simul.games.size(); ++board)
                if (simul.hall->moves(static_cast<int>(board) + 1) != text_of(simul.games[board]))
                    return false;
            return true;
        }));
        end(*simul.daemon);
        for (std::size_t board = 0; board < simul.games.size(); ++board) // the record, whatever programs did
            CHECK(simul.hall->moves(static_cast<int>(board) + 1) == text_of(simul.games[board]));
    }
    CHECK(visits > 10);
}

TEST_CASE("a program that behaves like picochess misses a move or its clock's answer") {
    const std::string moves = "e4 d5 exd5 Qxd5 Nc3 Qa5";
    Hall hall({"pty:board-1"}, program_section(1, "serial = \"00042\"\n"));
    auto daemon = hall.started_daemon();
    LikePicochess picochess(hall.folder / "board-1.dgt");
    auto& program = picochess.program;
    REQUIRE(tests::wait_until([&] {
        picochess.run();
        return program.reader.serial == "00042" && !program.reader.acknowledgements.empty();
    }));
    CHECK(program.reader.acknowledgements.front()[0] == 0x10);
    CHECK(program.reader.acknowledgements.front()[1] == 0x09);
    auto board = hall.start_board("1", tests::sensor_log(SimpleHands(600).play(tests::moves_of(moves))),
                                  {"--pty", hall.pty("board-1"), "--speed", "1", "--wait"});
    auto position = chess::Position::start();
    std::vector<std::string> wanted{placement_of(position)};
    for (const auto move : tests::moves_of(moves)) {
        position.play(move);
        wanted.push_back(placement_of(position));
    }
    CHECK(tests::wait_until([&] {
        picochess.run();
        return !board->running() && program.reader.placement() == wanted.back();
    }));
    CHECK(seen_in_order(wanted, program.placements) == wanted.size());
    CHECK(program.reader.dumps > 6); // one for each rest
    check_no_complaints(program);
    const auto& clocks = program.reader.clocks;
    REQUIRE(clocks.size() > 8);
    CHECK(clocks.front().left_s == 5400);
    const auto ran = [&](bool right) {
        return std::ranges::any_of(clocks, [&](const auto& clock) {
            return clock.runs && clock.right_up == right && clock.right_turn == right &&
                   clock.left_turn != right;
        });
    };
    CHECK((ran(false) && ran(true)));
    end(*daemon);
}

TEST_CASE("a daemon that reads another's board has another game than it") {
    const std::string moves = "e4 e5 Nf3 Nc6 Bb5";
    Hall first({"pty:board-1"}, program_section(1));
    auto one = first.started_daemon();
    Hall second({"dgt:pty:" + (first.folder / "board-1.dgt").string()});
    auto other = second.started_daemon();
    REQUIRE(other->wait_for_output("board 1: "));
    auto board = first.start_board("1", tests::sensor_log(SimpleHands(600).play(tests::moves_of(moves))),
                                   {"--pty", first.pty("board-1"), "--speed", "1", "--wait"});
    CHECK(first.wait_for_moves(1, moves));
    CHECK(second.wait_for_moves(1, moves));
    CHECK(second.read_pgn(1).find("%clk 1:") != std::string::npos);
    end(*other);
    end(*one);
}

TEST_CASE("boards on one bus are not found at one pty") {
    Hall hall({"pty:board-1", "pty:board-2"}, "[[program]]\npty = \"bus\"\nboards = [2, 1]\n");
    auto daemon = hall.started_daemon();
    ReadingProgram program(hall.folder / "bus");
    program.open({0x87, 0, 0, 0x07});
    const std::vector<std::uint8_t> both{0x87, 0, 6, 0, 2, 0x0f, 0x87, 0, 6, 0, 1, 0x0e};
    CHECK(tests::wait_until([&] {
        program.read();
        return program.bytes == both;
    }));
    end(*daemon);
}

TEST_CASE("a delayed round is shown to programs undelayed") {
    const std::string moves = "e4 e5 Nf3";
    const auto play = [&](Hall& hall) {
        return hall.start_board("1", tests::sensor_log(SimpleHands(100).play(tests::moves_of(moves))),
                                {"--pty", hall.pty("board-1"), "--speed", "0", "--wait"});
    };
    const auto start = placement_of(chess::Position::start());
    {
        Hall refusing({"pty:board-1"}, "delay_s = 900\n" + program_section(1));
        auto daemon = refusing.started_daemon();
        CHECK(daemon->wait_for_output("is not offered"));
        CHECK_FALSE(std::filesystem::exists(refusing.folder / "board-1.dgt"));
        end(*daemon);
    }
    Hall delayed({"pty:board-1"}, "delay_s = 4\n" + program_section(1, "when_delayed = \"public\"\n"));
    auto daemon = delayed.started_daemon();
    ReadingProgram program(delayed.folder / "board-1.dgt");
    program.open(as_dgtdriver);
    auto board = play(delayed);
    CHECK(board->wait() == 0); // all is recorded
    const auto played = ReadingProgram::Clock::now();
    CHECK(tests::wait_until([&] {
        program.read();
        return program.reader.updates >= 6;
    }));
    CHECK(ReadingProgram::Clock::now() - played > 2s);
    CHECK(program.placements.front() == start);
    CHECK(program.reader.placement() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
    check_no_complaints(program);
    end(*daemon);
}
