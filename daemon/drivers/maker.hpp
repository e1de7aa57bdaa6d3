#pragma once
// Whose protocol a board speaks.

#include <cstdint>

namespace adoube::drivers {

enum class Maker : std::uint8_t {
    adoube, // protocol/README.md
    dgt,    // the serial protocol of DGT's boards; untried on hardware
};

} // namespace adoube::drivers
