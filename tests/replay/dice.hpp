#pragma once
// Seeded chance, the same on every machine, unlike standard distributions.

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace adoube::replay {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : source_(seed * 0x9e3779b97f4a7c15u + 1) {}

    /// Both ends included.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(source_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(double probability) {
        return probability > 0 && static_cast<double>(source_() >> 11) * 0x1p-53 < probability;
    }
    template<class T>
    const T& pick(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(between(0, std::ssize(choices) - 1))];
    }
    template<class T>
    void shuffle(std::vector<T>& things) {
        for (auto left = std::ssize(things); left > 1; --left)
            std::swap(things[left - 1], things[between(0, left - 1)]);
    }

  private:
    std::mt19937_64 source_;
};

} // namespace adoube::replay
