#pragma once
// Games for properties that hold of any log.

#include "tests/replay/dice.hpp"

#include "daemon/umpire/game/umpire.hpp"

namespace adoube::replay {

/// A game with nonsense in its middle (`header` becomes its header), or nonsense only.
std::vector<record::Input> disturbed(record::Header& header, std::uint64_t seed, Dice& dice);

/// All that an umpire says, byte for byte.
std::string all_of(const umpire::Umpire& umpire);

} // namespace adoube::replay
