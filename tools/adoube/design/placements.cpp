#include "tools/adoube/design/placements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>

namespace adoube::tools::design {
namespace {

constexpr double usual_scatter_mm = 4;
constexpr double followed_to_steps = 2; // what following leaves of an empty square's drift
constexpr double left_of_four = 22 / (22 + 10.0 / 4);

/// One square of one board, as it came out.
struct Square {
    double gap_mm = 0;
    std::vector<Point> points; // where it feels the field, from its middle
    double gain = 0;           // steps per mT; of a reed, thousandths of its operate field
    double drift = 0;          // steps
    double released = 1;       // share of what closes it
};

/// Where its parts feel the field, from its middle.
std::vector<Point> points_of(const Sensing& sensing) {
    const auto* four = std::get_if<FourHalls>(&sensing);
    if (four == nullptr) return {{}};
    const double off = four->off_mm;
    return {{-off, -off}, {-off, off}, {off, -off}, {off, off}};
}

double steps_per_mt(const Sensing& sensing) {
    return hall_of(sensing)->steps_per_mt * (std::holds_alternative<FourHalls>(sensing) ? left_of_four : 1);
}

double mean_mt(const FieldTable& field, const Square& square, Point piece) {
    double sum = 0;
    for (const auto& each : square.points)
        sum += field.field_mt(std::hypot(piece.file_mm - each.file_mm, piece.rank_mm - each.rank_mm),
                              square.gap_mm);
    return sum / static_cast<double>(square.points.size());
}

/// Of the pieces around a square.
enum class Sides {
    mixed, // each of either
    camp,  // half of the time all of one
};

class Players {
  public:
    Players(const Board& board, const FieldTable& field, Hand hand, std::uint64_t seed)
        : board_(board), field_(field), hand_(hand), random_(seed), points_(points_of(board.sensing)) {}

    void play(Felt& felt) {
        const auto square = square_made();
        felt.own.push_back(seen(square, neighbours(square, Sides::mixed) + piece(square, {}), square.drift));
        const double around = neighbours(square, Sides::camp);
        felt.left.push_back(seen(square, around, square.drift) / square.released);
        felt.empty.push_back(std::abs(seen(square, around, even(followed_to_steps))));
    }

  private:
    double even(double most) { return std::uniform_real_distribution<>(-most, most)(random_); }
    double between(double least, double most) {
        return std::uniform_real_distribution<>(least, most)(random_);
    }

    Square square_made() {
        Square made{.gap_mm = board_.gap_mm + even(tolerance.gap_mm), .points = points_};
        for (auto& each : made.points)
            each = {each.file_mm + even(tolerance.place_mm), each.rank_mm + even(tolerance.place_mm)};
        if (const auto* hall = hall_of(board_.sensing)) {
            made.gain = steps_per_mt(board_.sensing);
            made.drift = even(hall->drift_steps);
            return made;
        }
        const auto& reed = std::get<UprightReed>(board_.sensing);
        const auto [nearer_mm, further_mm] =
            std::minmax({std::abs(made.points[0].file_mm), std::abs(made.points[0].rank_mm)});
        const double furthest_mm = std::hypot(reed.closes_at_mm + further_mm, nearer_mm);
        const double usable_mt = field_.field_mt(furthest_mm, reed.least_gap_mm);
        const double operate_mt = between(reed.least_operate_mt,
                                          std::clamp(usable_mt, reed.least_operate_mt, reed.most_operate_mt));
        made.gain = reed_closes / operate_mt;
        made.gap_mm = std::min(reed.deepest_mm, field_.gap_mm(furthest_mm, operate_mt, reed.least_gap_mm)) +
                      even(reed.height_error_mm);
        made.released = between(reed.least_release, reed.most_release);
        return made;
    }

    /// From the middle of its square.
    Point put_down() {
        const double most = (board_.square_mm - board_.base_mm) / 2;
        const auto place = [&] {
            return hand_ == Hand::anywhere
                       ? even(most)
                       : std::clamp(std::normal_distribution<>(0, usual_scatter_mm)(random_), -most, most);
        };
        return {place(), place()};
    }

    /// Of a piece on the square that is so many files and ranks away.
    double piece(const Square& square, Point away) {
        auto at = put_down();
        at.file_mm += away.file_mm * board_.square_mm;
        at.rank_mm += away.rank_mm * board_.square_mm;
        return (1 + even(tolerance.level)) * mean_mt(field_, square, at);
    }

    /// Half of the squares around are taken.
    double neighbours(const Square& square, Sides sides) {
        const bool in_camp = sides == Sides::camp && even(1) > 0;
        const double all = even(1) > 0 ? 1 : -1;
        double sum = 0;
        for (const double file : {-1, 0, 1})
            for (const double rank : {-1, 0, 1}) {
                const bool stands = (file != 0 || rank != 0) && even(1) > 0;
                if (!stands) continue;
                const double side = in_camp ? all : even(1) > 0 ? 1 : -1;
                sum += side * piece(square, {file, rank});
            }
        return sum;
    }

    double seen(const Square& square, double field_mt, double drift) {
        const auto* hall = hall_of(board_.sensing);
        if (hall == nullptr) return square.gain * std::abs(field_mt);
        return square.gain * field_mt + drift + std::normal_distribution<>(0, hall->noise_steps)(random_);
    }

    const Board& board_;
    const FieldTable& field_;
    Hand hand_;
    std::mt19937_64 random_;
    std::vector<Point> points_;
};

} // namespace

const HallSensor* hall_of(const Sensing& sensing) {
    if (const auto* four = std::get_if<FourHalls>(&sensing)) return &four->sensor;
    return std::get_if<HallSensor>(&sensing);
}

FieldTable field_of(const Board& board) {
    const auto* reed = std::get_if<UprightReed>(&board.sensing);
    return {board.magnet, reed != nullptr ? reed->length_mm : 0};
}

Felt placed(const Board& board, const FieldTable& field, Hand hand, std::uint32_t count, std::uint64_t seed,
            const std::function<void(std::size_t done)>& told) {
    constexpr std::uint32_t told_every = 10'000;
    Players players(board, field, hand, seed);
    Felt felt;
    for (std::uint32_t each = 0; each < count; ++each) {
        if (told && each % told_every == 0) told(each);
        players.play(felt);
    }
    return felt;
}

double level_at(const Board& board, Point piece, double up_mm) {
    const auto points = points_of(board.sensing);
    double sum = 0;
    for (const auto& each : points)
        sum += field_mt(board.magnet, std::hypot(piece.file_mm - each.file_mm, piece.rank_mm - each.rank_mm),
                        board.gap_mm + up_mm);
    return (hall_of(board.sensing) != nullptr ? steps_per_mt(board.sensing) : 1) * sum /
           static_cast<double>(points.size());
}

} // namespace adoube::tools::design
