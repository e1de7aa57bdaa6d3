#pragma once
// Pieces put on a square and around it as players do, and what the square feels of them.

#include "tools/adoube/design/field_table.hpp"
#include "tools/adoube/design/sensors.hpp"

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

namespace adoube::tools::design {

/// Their outputs joined by 10 kΩ each, with 22 kΩ to ground.
struct FourHalls {
    HallSensor sensor;
    double off_mm; // from the square's middle in file and rank
};
using Sensing = std::variant<HallSensor, FourHalls, UprightReed>;
/// The one, or one of the four; null for reeds.
const HallSensor* hall_of(const Sensing& sensing);

struct Board {
    double square_mm = 55;
    double base_mm = 28; // of the smallest piece
    Magnet magnet;
    double gap_mm = 20; // from the magnet's lower face to the sensor; of a reed it follows from its height
    Sensing sensing;
};

/// What boards of one geometry differ in, either way.
struct Tolerance {
    double gap_mm = 0.5;
    double place_mm = 1; // of a sensor, in file and rank
    double level = 0.1;  // share; of magnet and sensor
};
inline constexpr Tolerance tolerance;

struct Point {
    double file_mm = 0, rank_mm = 0;
};

enum class Hand {
    anywhere, // evenly, base within the square
    usual,    // normal around the middle with 4 mm in file and rank, base within the square
};

inline constexpr double reed_closes = 1'000;

/// In steps of the converter; of a reed in thousandths of what closes it, for `left` of what holds it.
struct Felt {
    std::vector<double> own;   // squares with a piece, neighbours around: towards its side
    std::vector<double> empty; // squares long empty, neighbours around: either way
    std::vector<double> left;  // squares that a piece has left now, neighbours around: towards its side
};

/// Of the board's magnet, as its sensors or reeds feel it.
FieldTable field_of(const Board& board);

/// `count` squares of each kind, all different in what boards of that geometry differ in. `told`, which may
/// be empty, gets how many are done.
Felt placed(const Board& board, const FieldTable& field, Hand hand, std::uint32_t count, std::uint64_t seed,
            const std::function<void(std::size_t done)>& told = {});

/// Of a piece so far from the middle of the square, `up_mm` above it; without any spread. In steps; for a
/// reed, mT at its upper end.
double level_at(const Board& board, Point piece, double up_mm = 0);

} // namespace adoube::tools::design
