#pragma once
// Whether there is a series of legal moves that mates.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

enum class Mating : std::uint8_t { possible, impossible, undecided };

} // namespace adoube::chess
