#include "tools/adoube/design/expected.hpp"

#include <algorithm>
#include <vector>

namespace adoube::tools::design {
namespace {

constexpr std::size_t squares = 64;

/// From one square to another.
Point way(const Board& board, std::size_t from, std::size_t to) {
    const auto steps = [](std::size_t begin, std::size_t end) {
        return static_cast<double>(end) - static_cast<double>(begin);
    };
    return {board.square_mm * steps(from % 8, to % 8), board.square_mm * steps(from / 8, to / 8)};
}

double mean_level(const Board& board, std::span<const Point> places, Point off) {
    double sum = 0;
    for (const auto& each : places)
        sum += level_at(board, {each.file_mm - off.file_mm, each.rank_mm - off.rank_mm});
    return sum / static_cast<double>(places.size());
}

/// Four sensors that are off evenly, each by itself, are together nearer to the middle or further from it by
/// no more than this share of it: twice the standard deviation.
constexpr double together = 0.6;

/// With four sensors as they should be, all nearer to the middle, and all further from it.
std::vector<Board> glued(const Board& board, double off_mm) {
    std::vector boards{board};
    if (std::holds_alternative<FourHalls>(board.sensing))
        for (const double wider_mm : {-off_mm, off_mm})
            std::get<FourHalls>(boards.emplace_back(board).sensing).off_mm += wider_mm;
    return boards;
}

} // namespace

Range levels_at(const Board& board, std::span<const Point> places, const Tolerance& within) {
    Range range{.least = mean_level(board, places, {}), .most = range.least};
    const double glued_mm = std::min(within.place_mm, tolerance.place_mm); // the rest is the piece's
    for (auto made : glued(board, together * glued_mm))
        for (const double deeper : {-1, 0, 1})
            for (const double file : {-1, 0, 1})
                for (const double rank : {-1, 0, 1}) {
                    made.gap_mm = board.gap_mm + deeper * within.gap_mm;
                    const double level =
                        mean_level(made, places, {file * within.place_mm, rank * within.place_mm});
                    range.least = std::min(range.least, level);
                    range.most = std::max(range.most, level);
                }
    const auto beyond = [](double level, double by) { return level * (1 + (level > 0 ? by : -by)); };
    return {beyond(range.least, -within.level), beyond(range.most, within.level)};
}

std::array<double, squares> start_levels(const Board& board) {
    std::array<double, squares> levels{};
    for (std::size_t square = 0; square < squares; ++square)
        for (std::size_t piece = 0; piece < squares; ++piece)
            if (stands_at_start(piece))
                levels[square] += (piece < squares / 2 ? 1 : -1) * level_at(board, way(board, square, piece));
    return levels;
}

Board with_levels(Board board, double times) {
    if (auto* one = std::get_if<HallSensor>(&board.sensing)) one->steps_per_mt *= times;
    if (auto* four = std::get_if<FourHalls>(&board.sensing)) four->sensor.steps_per_mt *= times;
    return board;
}

} // namespace adoube::tools::design
