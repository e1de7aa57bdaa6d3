#pragma once
// Of many measurements, the one that a part of all is not above.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace adoube::bench {

/// `part` 0.5 is the median, 1 the greatest; of none 0.
inline double percentile(std::vector<double> samples, double part) {
    if (samples.empty()) return 0;
    const auto at =
        samples.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(samples.size() - 1) + 0.5);
    std::ranges::nth_element(samples, at);
    return *at;
}

} // namespace adoube::bench
