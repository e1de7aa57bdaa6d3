#pragma once
// What an arbiter adds to the clocks, or takes from them.

#include <cstdint>

namespace adoube::round {

struct AddedTime {
    std::int64_t white_ms = 0, black_ms = 0;
};

} // namespace adoube::round
