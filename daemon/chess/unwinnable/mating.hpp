#pragma once
// Whether legal moves can lead to mate.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

enum class Mating : std::uint8_t { possible, impossible, undecided };

} // namespace adoube::chess
