#include "tools/adoube/board/design.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/design/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

namespace adoube::tools {
namespace {

/// In tesla, the least of each grade but for N35, whose middle is what cheap discs have.
const std::map<std::string, double, std::less<>> remanences{
    {"N35", 1.19}, {"N42", 1.28}, {"N52", 1.42}, {"ferrite", 0.38}};

std::expected<design::Magnet, std::string> magnet_of(const BoardDesignOptions& options) {
    design::Magnet magnet;
    char times = 0;
    std::istringstream words(options.magnet);
    words >> magnet.diameter_mm;
    if (words.peek() == '/') words.ignore() >> magnet.hole_mm;
    words >> times >> magnet.height_mm;
    if (!words || times != 'x' || !words.eof() || magnet.height_mm <= 0 || magnet.hole_mm < 0 ||
        magnet.diameter_mm <= magnet.hole_mm)
        return std::unexpected("a magnet \"" + options.magnet +
                               "\" is none: write 12x3 for a disc of 12 mm by 3 mm, 20/10x3 for a ring");
    const auto grade = remanences.find(options.grade);
    if (grade == remanences.end())
        return std::unexpected("the grade \"" + options.grade + "\" is none of N35, N42, N52 and ferrite");
    magnet.remanence_t = grade->second;
    return magnet;
}

std::expected<design::Sensing, std::string> sensing_of(const BoardDesignOptions& options) {
    if (options.sensor == "reed") return design::UprightReed{};
    const auto* sensor = std::ranges::find(design::hall_sensors, options.sensor, &design::HallSensor::name);
    if (sensor == std::ranges::end(design::hall_sensors))
        return std::unexpected("the sensor \"" + options.sensor + "\" is none of A1, A2, A3, A4 and reed");
    if (options.apart_mm > 0) return design::FourHalls{*sensor, options.apart_mm};
    return *sensor;
}

void say_line(std::ostream& out, const char* what, const std::string& value) {
    out << std::left << std::setw(22) << what << value << '\n';
}
std::string rounded(double value) { return std::to_string(std::lround(value)); }
/// How many of a million placements.
std::string of_a_million(double share) { return rounded(share * 1e6) + " in 1,000,000"; }

void describe(std::ostream& out, const design::Board& board, const design::Verdict& verdict) {
    if (std::holds_alternative<design::UprightReed>(board.sensing)) {
        say_line(out, "reed closes at",
                 rounded(verdict.closes_at_mm) +
                     " mm from the middle, to every side: raise it until it does");
        say_line(out, "its upper end",
                 "at least " + rounded(verdict.least_gap_mm) +
                     " mm below the magnet: replace a reed that must come nearer, perhaps " +
                     rounded(100 * verdict.replaced) + " of 100");
    } else {
        say_line(out, "piece in the middle", rounded(verdict.level) + " steps");
        say_line(out, "threshold, release",
                 rounded(verdict.threshold) + ", " + rounded(verdict.release) + " steps");
        say_line(out, "felt when carried",
                 "lower than " + rounded(verdict.felt_from_mm) + " mm over a square");
    }
    const auto& chances = verdict.chances;
    say_line(out, "missed anywhere", of_a_million(chances.missed_anywhere));
    say_line(out, "missed by hand", of_a_million(chances.missed_by_hand));
    say_line(out, "neighbour felt", of_a_million(chances.felt));
    say_line(out, "stuck", of_a_million(chances.stuck));
    say_line(out, "wrong colour", of_a_million(chances.wrong_colour));
    const auto apart_mm = std::ceil(verdict.apart_mm);
    say_line(out, "pieces weigh",
             "at least " + rounded(std::ceil(verdict.least_weight_g)) + " g" +
                 (apart_mm > 0
                      ? "; those of " + rounded(design::usual_weight_g) +
                            " g push each other away when less than " + rounded(apart_mm) + " mm apart"
                      : ""));
}

} // namespace

std::expected<design::Board, std::string> board_of(const BoardDesignOptions& options) {
    const auto magnet = magnet_of(options);
    if (!magnet) return std::unexpected(magnet.error());
    const auto sensing = sensing_of(options);
    if (!sensing) return std::unexpected(sensing.error());
    const design::Board board{.square_mm = options.square_mm,
                              .base_mm = options.base_mm,
                              .magnet = *magnet,
                              .gap_mm = options.gap_mm,
                              .sensing = *sensing};
    if (const auto why = design::impossible(board)) return std::unexpected(*why);
    return board;
}

int run_board_design(const BoardDesignOptions& options, Streams io) {
    const auto refuse = [&io](const std::string& sentence, int status) {
        say(io.err, "adoube: " + sentence);
        return status;
    };
    const auto board = board_of(options);
    if (!board) return refuse(board.error(), bad_input);
    const auto verdict = design::judge(*board, options.placements, design_seed);
    describe(io.out, *board, verdict);
    if (const auto why = design::objection(*board, verdict)) return refuse("not safe: " + *why, failed_check);
    io.out << "safe\n";
    return success;
}

} // namespace adoube::tools
