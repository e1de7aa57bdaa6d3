#include "tools/adoube/design/limits.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace adoube::tools::design {
namespace {

constexpr double least_base_mm = 10, least_square_mm = 30, most_square_mm = 80;
constexpr double least_height_mm = 1, most_height_mm = 10; // of a magnet
constexpr double rim_mm = 1;                               // of the base, around the magnet
constexpr double from_edge_mm = 2;                         // of the square, to each of four sensors

std::optional<std::string> outside(const std::string& what, double value, double least, double most,
                                   const std::string& advice) {
    if (least <= value && value <= most) return std::nullopt; // nan is outside
    return what + " is " + in_words(value) + " mm and must be from " + in_words(least) + " to " +
           in_words(most) + ": " + advice;
}

std::optional<std::string> impossible_base(const Board& board) {
    if (const auto why = outside("--square", board.square_mm, least_square_mm, most_square_mm,
                                 "measure the side of one square"))
        return why;
    if (!(board.base_mm >= board.square_mm) || std::isinf(board.base_mm))
        return outside("--base", board.base_mm, least_base_mm, board.square_mm,
                       "measure the base of a pawn, smaller than a square");
    return "--base is " + in_words(board.base_mm) + " mm, as wide as its square of " +
           in_words(board.square_mm) + " mm or wider: take smaller pieces or larger squares";
}

std::optional<std::string> impossible_magnet(const Board& board) {
    const auto& magnet = board.magnet;
    if (const auto why = outside("the magnet's height", magnet.height_mm, least_height_mm, most_height_mm,
                                 "write 12x3 for a disc of 12 mm by 3 mm"))
        return why;
    const double widest_mm = board.base_mm - 2 * rim_mm;
    if (magnet.diameter_mm <= widest_mm) return std::nullopt;
    return "the magnet is " + in_words(magnet.diameter_mm) + " mm wide, and a base of " +
           in_words(board.base_mm) + " mm holds at most " + in_words(widest_mm) +
           ": take a smaller magnet or larger pieces";
}

std::optional<std::string> impossible_four(const Board& board) {
    const auto* four = std::get_if<FourHalls>(&board.sensing);
    const double most_mm = board.square_mm / 2 - from_edge_mm;
    if (four == nullptr || (four->off_mm > 0 && four->off_mm <= most_mm)) return std::nullopt;
    return "--four is " + in_words(four->off_mm) + " mm and must be more than 0, at most " +
           in_words(most_mm) + ": 8 suits squares of 55 mm; leave it out for one sensor";
}

} // namespace

std::string in_words(double length) {
    std::ostringstream out;
    out << std::setprecision(12) << length;
    return out.str();
}

std::optional<std::string> impossible(const Board& board) {
    if (const auto why = impossible_base(board)) return why;
    if (const auto why = impossible_magnet(board)) return why;
    if (const auto why = outside("--gap", board.gap_mm, FieldTable::least_gap_mm, FieldTable::most_gap_mm,
                                 "measure from the magnet's lower face to the sensor"))
        return why;
    return impossible_four(board);
}

} // namespace adoube::tools::design
