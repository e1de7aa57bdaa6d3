#include "tools/adoube/board/design.hpp"

#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/design/limits.hpp"
#include "tools/adoube/design/objection.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace adoube::tools {
namespace {

/// In tesla, the least of each grade but for N35, whose middle is what cheap discs have.
struct Grade {
    std::string_view name;
    double remanence_t;
};
constexpr Grade grades[] = {{"N35", 1.19}, {"N42", 1.28}, {"N52", 1.42}, {"ferrite", 0.38}};

bool same_word(std::string_view one, std::string_view other) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(one, other, {}, small, small);
}
/// Null where none has that name.
template<class Named, std::size_t count>
const Named* named(const Named (&all)[count], std::string_view name) {
    const auto* found =
        std::ranges::find_if(all, [&](const Named& one) { return same_word(one.name, name); });
    return found == std::ranges::end(all) ? nullptr : found;
}

std::expected<design::Magnet, std::string> magnet_of(const BoardDesignOptions& options) {
    design::Magnet magnet;
    char times = 0;
    std::istringstream words(options.magnet);
    words >> magnet.diameter_mm;
    const bool ring = words.peek() == '/';
    if (ring) words.ignore() >> magnet.hole_mm;
    words >> times >> magnet.height_mm;
    if (!words || times != 'x' || !words.eof() || magnet.diameter_mm <= magnet.hole_mm ||
        (ring && magnet.hole_mm <= 0))
        return std::unexpected("a magnet \"" + options.magnet +
                               "\" is none: write 12x3 for a disc of 12 mm by 3 mm, 20/10x3 for a ring");
    const auto* grade = named(grades, options.grade);
    if (grade == nullptr)
        return std::unexpected("the grade \"" + options.grade + "\" is none of N35, N42, N52 and ferrite");
    magnet.remanence_t = grade->remanence_t;
    return magnet;
}

std::expected<design::Sensing, std::string> sensing_of(const BoardDesignOptions& options) {
    const bool four = options.four_is_told || options.apart_mm != 0;
    if (same_word(options.sensor, "reed")) {
        if (options.gap_is_told)
            return std::unexpected(
                "--gap is not for reeds, whose gap follows from their height: leave it out");
        if (four) return std::unexpected("--four is for Hall sensors, not for reeds: leave it out");
        return design::UprightReed{};
    }
    const auto* sensor = named(design::hall_sensors, options.sensor);
    if (sensor == nullptr)
        return std::unexpected("the sensor \"" + options.sensor + "\" is none of A1, A2, A3, A4 and reed");
    if (four) return design::FourHalls{*sensor, options.apart_mm};
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
        if (verdict.closes_at_mm == 0) return; // no height suits: nothing was counted
        say_line(out, "reed closes at",
                 rounded(verdict.closes_at_mm) +
                     " mm from the middle, to every side: raise it until it does");
        say_line(out, "its upper end",
                 "at least " + rounded(verdict.least_gap_mm) + " mm below the magnet, " +
                     rounded(design::UprightReed{}.deepest_mm) +
                     " mm at first: replace a reed that must come nearer, perhaps " +
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

/// Without the numbers that its kind of sensor does not have.
boost::json::object json_of(const design::Board& board, const design::Verdict& verdict, bool safe) {
    const auto& chances = verdict.chances;
    boost::json::object object{{"safe", safe},
                               {"missed_anywhere", chances.missed_anywhere},
                               {"missed_by_hand", chances.missed_by_hand},
                               {"neighbour_felt", chances.felt},
                               {"stuck", chances.stuck},
                               {"wrong_colour", chances.wrong_colour},
                               {"least_weight_g", verdict.least_weight_g},
                               {"apart_mm", verdict.apart_mm}};
    if (std::holds_alternative<design::UprightReed>(board.sensing)) {
        object["closes_at_mm"] = verdict.closes_at_mm;
        object["least_gap_mm"] = verdict.least_gap_mm;
        object["replaced"] = verdict.replaced;
    } else {
        object["level"] = verdict.level;
        object["threshold"] = verdict.threshold;
        object["release"] = verdict.release;
        object["felt_from_mm"] = verdict.felt_from_mm;
    }
    return object;
}

/// Of a board that is not safe.
std::string computed_advice(const design::Board& board, const design::Verdict& verdict,
                            std::uint32_t placements, const Steps& steps) {
    if (!design::may_be_safe_instead(board, verdict)) return design::advice(board, verdict);
    const auto safe = design::safe_instead(board, placements, design_seed, steps);
    if (!safe) return "no gap near by is safe, " + design::advice(board, verdict, false);
    const std::string gap = " a gap of " + design::in_words(safe->gap_mm) + " mm, which is safe";
    const auto sensor = design::hall_of(safe->sensing)->name;
    if (sensor == design::hall_of(board.sensing)->name) return "take" + gap;
    return "take an " + std::string(sensor) + " and" + gap;
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
    Progress progress(io, options.json);
    const auto verdict = design::judge(*board, options.placements, design_seed, progress.steps("placements"));
    const auto why = design::complaint(*board, verdict);
    if (options.json)
        put_json(io.out, json_of(*board, verdict, !why));
    else
        describe(io.out, *board, verdict);
    if (why)
        return refuse("not safe: " + *why + ": " +
                          computed_advice(*board, verdict, options.placements, progress.steps("other gaps")),
                      failed_check);
    if (!options.json) io.out << "safe\n";
    return success;
}

} // namespace adoube::tools
