#include "tests/magnets/hands.hpp"

#include <algorithm>

namespace adoube::magnets {

Point Dice::put_down(Hand hand, const Squares& squares) {
    constexpr double scatter_mm = 4;
    const double most_mm = (squares.square_mm - squares.base_mm) / 2;
    const auto along = [&] {
        return hand == Hand::anywhere ? either_way(most_mm)
                                      : std::clamp(normal(scatter_mm), -most_mm, most_mm);
    };
    const double file_mm = along();
    return {file_mm, along()};
}

} // namespace adoube::magnets
