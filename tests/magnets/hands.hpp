#pragma once
// Where players put their pieces down.

#include <cstdint>
#include <random>

namespace adoube::magnets {

/// In mm; of a piece, from the middle of its square.
struct Point {
    double file_mm = 0, rank_mm = 0;
    friend Point operator+(Point a, Point b) { return {a.file_mm + b.file_mm, a.rank_mm + b.rank_mm}; }
    friend Point operator-(Point a, Point b) { return {a.file_mm - b.file_mm, a.rank_mm - b.rank_mm}; }
    friend Point operator*(double by, Point a) { return {by * a.file_mm, by * a.rank_mm}; }
};

/// Squares, and the base of the smallest piece, which stays within its square.
struct Squares {
    double square_mm = 55, base_mm = 28;
};

enum class Hand {
    anywhere, // each place as likely as the other
    usual,    // scattered by 4 mm in file and rank: no measurement of real players is known
};

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}
    double between(double least, double most) {
        return std::uniform_real_distribution<>(least, most)(random_);
    }
    double either_way(double most) { return between(-most, most); }
    double normal(double deviation) { return deviation * std::normal_distribution<>()(random_); }
    bool chance(double probability) { return between(0, 1) < probability; }

    Point put_down(Hand hand, const Squares& squares);

  private:
    std::mt19937_64 random_;
};

} // namespace adoube::magnets
