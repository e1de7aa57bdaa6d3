#include "tools/adoube/board/calibrate.hpp"

#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/board/sensor_calibration.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/design/verdict.hpp"

#include <future>
#include <istream>
#include <ostream>
#include <vector>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t readings = 32;
constexpr auto between_readings = 20ms;

/// Skips other news.
template<class Wanted>
std::expected<Wanted, std::string> wait_for(Conversation& board) {
    const auto end = std::chrono::steady_clock::now() + Conversation::longest_answer;
    while (std::chrono::steady_clock::now() < end) {
        auto news = board.next(50ms);
        if (!news) return std::unexpected(news.error());
        if (*news && std::holds_alternative<Wanted>(**news)) return std::get<Wanted>(std::move(**news));
    }
    return std::unexpected(
        std::string("the board does not answer what it is asked: try again, or update its firmware"));
}

/// Opened anew for each step: handling pieces outlasts the board's silence timeout.
std::expected<void, std::string> begin(Conversation& board, const std::string& port) {
    const auto arrived = board.begin();
    if (!arrived) return std::unexpected(arrived.error());
    if ((arrived->hello.features & wire::feature::levels) == 0)
        return std::unexpected("port " + port + " has a board without levels: there is nothing to calibrate");
    return {};
}

std::expected<Reading, std::string> read(const board::Port& port) {
    Conversation board(port, Conversation::Events::stay);
    if (const auto begun = begin(board, to_string(port)); !begun) return std::unexpected(begun.error());
    std::vector<wire::Levels> all;
    while (all.size() < readings) {
        board.session()->ask_levels();
        const auto seen = wait_for<drivers::LevelsSeen>(board);
        if (!seen) return std::unexpected(seen.error());
        all.push_back(seen->levels.levels);
        if (const auto rest = board.next(between_readings); !rest) return std::unexpected(rest.error());
    }
    return reading_of(all);
}

std::expected<void, std::string> store(const board::Port& port, const wire::Calibration& wish) {
    Conversation board(port, Conversation::Events::stay);
    if (const auto begun = begin(board, to_string(port)); !begun) return begun;
    board.session()->calibrate(wish);
    const auto seen = wait_for<drivers::CalibrationSeen>(board);
    if (!seen) return std::unexpected(seen.error());
    const auto& now = seen->calibration;
    if (now.kept == 0 || now.threshold != wish.threshold || now.release != wish.release ||
        now.zero != wish.zero)
        return std::unexpected(
            std::string("the board does not keep its calibration: try again, and if it fails again "
                        "replace the board's chip"));
    return {};
}

/// After the hands have done it.
std::expected<Reading, std::string> read_after(const char* what, const board::Port& port, Streams io) {
    io.out << what << " Then press Enter." << std::endl;
    std::string line;
    if (read_line(io.in, line) != Line::read) return std::unexpected(std::string("ended before it was done"));
    return read(port);
}

} // namespace

int run_board_calibrate(const BoardCalibrateOptions& options, Streams io) {
    const auto tell = [&io](const std::string& sentence, int status) {
        say(io.err, "adoube: " + sentence);
        return status;
    };
    const auto port = board::port_from(options.port);
    if (!port) return tell(port.error(), bad_input);
    const auto built = board_of(options.built);
    if (!built) return tell(built.error(), bad_input);
    if (std::holds_alternative<design::UprightReed>(built->sensing))
        return tell("a board with reeds has no levels: there is nothing to calibrate", bad_input);

    const auto empty = read_after("Take every piece off the board.", *port, io);
    if (!empty) return tell(empty.error(), bad_input);
    const auto zero = zeros_of(*empty);
    if (!zero) return tell(zero.error(), failed_check);

    const auto start =
        read_after("Set up the start position, each piece in the middle of its square.", *port, io);
    if (!start) return tell(start.error(), bad_input);
    const auto measured = as_measured(*built, *zero, *start);
    if (!measured) return tell(measured.error(), failed_check);
    auto verdict = std::async(std::launch::async, [&] { // takes some seconds
        return design::judge(*measured, options.built.placements, design_seed);
    });

    const auto in_corner = read_after(
        "Put the pawn from e2 on e4, into the corner at d3: its base touches both edges.", *port, io);
    if (!in_corner) return tell(in_corner.error(), bad_input);
    const auto opposite = read_after("Put it into the opposite corner of e4, at f5.", *port, io);
    if (!opposite) return tell(opposite.error(), bad_input);
    const auto at_edge =
        read_after("Put it on e5, in the middle of the edge to e4: its base touches that edge.", *port, io);
    if (!at_edge) return tell(at_edge.error(), bad_input);
    if (const auto why = objection(*measured, *start, {*in_corner, *opposite, *at_edge}))
        return tell(*why, failed_check);
    const auto calibration = calibration_of(*measured, verdict.get(), *zero, *start);
    if (!calibration) return tell(calibration.error(), failed_check);

    if (const auto stored = store(*port, *calibration); !stored) return tell(stored.error(), bad_input);
    io.out << "kept by the board: a piece stands from " << calibration->threshold
           << " steps away from rest, until it is nearer than " << calibration->release << '\n';
    return success;
}

} // namespace adoube::tools
