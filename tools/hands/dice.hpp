#pragma once
// Random numbers, the same for the same seed on every machine.

#include <cmath>
#include <cstdint>
#include <random>

namespace adoube::tools {

/// Both ends included.
struct Range {
    std::int64_t least_ms, most_ms;
};

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    bool chance(double probability) { return unit() < probability; }

    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(most - least + 1));
    }
    std::int64_t pick_us(Range range) { return between(range.least_ms * 1000, range.most_ms * 1000); }

    /// Half of all values lie below `median_ms`, one in fifty above eight times it.
    std::int64_t pick_around_us(std::int64_t median_ms) {
        const double octaves = 3 * (unit() + unit() + unit()) - 4.5; // a bell from -4.5 to 4.5
        return std::llround(static_cast<double>(median_ms) * 1000 * std::exp2(octaves));
    }

  private:
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

    std::mt19937_64 engine_;
};

} // namespace adoube::tools
